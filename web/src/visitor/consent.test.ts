import { beforeEach, expect, it, vi } from "vitest";
import { offerChoice } from "./consent";

const place = () => document.querySelector("[data-consent]") as HTMLElement;

beforeEach(() => {
  vi.stubGlobal("fetch", vi.fn(() => Promise.resolve(new Response())));
  vi.restoreAllMocks();
  const cookies = { now: "" };
  vi.spyOn(document, "cookie", "get").mockImplementation(() => cookies.now);
  vi.spyOn(document, "cookie", "set").mockImplementation((given) => {
    cookies.now = given.includes("Max-Age=0") ? "" : (given.split(";")[0] ?? "");
  });
});

it("lets a visitor be forgotten in the words of the page", () => {
  const words = { notRemembered: "Nicht wiedererkannt.", remember: "Erlauben", forget: "Nicht wiedererkennen" };
  document.body.innerHTML = `<div data-consent data-words='${JSON.stringify(words)}'></div>`;
  offerChoice(place());
  const button = place().querySelector("button") as HTMLButtonElement;
  expect(button.textContent).toBe("Nicht wiedererkennen");

  button.click();

  expect(place().textContent).toBe("Nicht wiedererkannt. Erlauben");
});

it("speaks English on pages that were drawn without words for it", () => {
  document.body.innerHTML = "<div data-consent></div>";

  offerChoice(place());

  expect(place().textContent).toBe("Don’t remember this browser");
});
