import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enhanceLocation } from "./location";

const HERE = { latitude: 40.7, longitude: -74, accuracy: 2500 };
type Found = (position: { coords: typeof HERE }) => void;

const asked: { found: Found; refused: () => void }[] = [];
const sent: Record<string, FormDataEntryValue>[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  sent.length = 0;
  vi.stubGlobal("navigator", {
    geolocation: { getCurrentPosition: (found: Found, refused: () => void) => asked.push({ found, refused }) },
  });
  document.body.innerHTML = `<form data-needs-location>
    <input name="promo" value="PIER"><input type="hidden" name="latitude"><input type="hidden" name="longitude">
    <input type="hidden" name="accuracy"><p data-location-note data-locating="Ihr Standort wird ermittelt">You will be asked.</p><button type="submit">Open</button></form>`;
  const form = page().form;
  form.submit = () => {
    sent.push(Object.fromEntries(new FormData(form)));
  };
  enhanceLocation();
});

afterEach(() => {
  vi.useRealTimers();
});

const page = () => ({
  form: document.querySelector("form") as HTMLFormElement,
  note: document.querySelector("[data-location-note]") as HTMLElement,
  button: document.querySelector("button") as HTMLButtonElement,
});
const press = () => page().form.dispatchEvent(new Event("submit", { cancelable: true }));

it("says in the words of the page that it looks", () => {
  press();

  expect(page().note.textContent).toBe("Ihr Standort wird ermittelt");
});

it("sends where the device is, and how sure of it that is", () => {
  press();
  asked[0]?.found({ coords: HERE });

  expect(sent).toEqual([{ promo: "PIER", latitude: "40.7", longitude: "-74", accuracy: "2500" }]);
});

it("is not interrupted by the rest of the page coming", () => {
  press();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  asked[0]?.found({ coords: HERE });

  expect(sent).toHaveLength(1);
});

it("goes on without a place when the browser's question is left unanswered, and once only", () => {
  press();
  expect(page().button.disabled).toBe(true);
  vi.advanceTimersByTime(30_000);
  asked[0]?.found({ coords: HERE });

  expect(sent).toEqual([{ promo: "PIER", latitude: "", longitude: "", accuracy: "" }]);
});

it("is as it was when it comes back from the browser's memory: no old place, no old words", () => {
  press();
  asked[0]?.found({ coords: HERE });
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  const { note, button } = page();

  expect([note.textContent, button.disabled]).toEqual(["You will be asked.", false]);
  press();
  asked[1]?.refused();
  vi.advanceTimersByTime(60_000);

  expect(sent.at(1)).toEqual({ promo: "PIER", latitude: "", longitude: "", accuracy: "" });
  expect(sent).toHaveLength(2);
});
