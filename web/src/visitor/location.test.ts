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

it("says in the language of the page that it is locating the device", () => {
  press();

  expect(page().note.textContent).toBe("Ihr Standort wird ermittelt");
});

it("sends the position of the device and its accuracy", () => {
  press();
  asked[0]?.found({ coords: HERE });

  expect(sent).toEqual([{ promo: "PIER", latitude: "40.7", longitude: "-74", accuracy: "2500" }]);
});

it("is not interrupted by the initial load of the page", () => {
  press();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  asked[0]?.found({ coords: HERE });

  expect(sent).toHaveLength(1);
});

it("continues without a position when the permission prompt is ignored, and only once", () => {
  press();
  expect(page().button.disabled).toBe(true);
  vi.advanceTimersByTime(30_000);
  asked[0]?.found({ coords: HERE });

  expect(sent).toEqual([{ promo: "PIER", latitude: "", longitude: "", accuracy: "" }]);
});

it("is reset when it is restored from the back-forward cache, without an old position or old texts", () => {
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
