import { beforeEach, expect, it, vi } from "vitest";
import { enhanceTicket } from "@/visitor/ticket";

const sent = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  sent.mockReset();
  document.documentElement.lang = "en";
  document.body.innerHTML = `<div data-ticket><span data-clock data-label="The current time"></span><form>
    <button type="submit" data-hold="Hold" data-holding="Keep holding" data-again="Once more">Redeem</button>
    <p class="hold-hint"></p></form></div>`;
  const form = document.querySelector("form") as HTMLFormElement;
  form.requestSubmit = sent;
  enhanceTicket();
});

const button = () => document.querySelector("button") as HTMLButtonElement;
const hint = () => document.querySelector(".hold-hint")?.textContent;
const finger = (kind: string) => button().dispatchEvent(new PointerEvent(kind, { isPrimary: true, button: 0 }));

it("shows the running time of day", () => {
  const clock = document.querySelector("[data-clock]") as HTMLElement;
  const before = clock.textContent;

  vi.advanceTimersByTime(2000);

  expect(before).toMatch(/\d:\d\d:\d\d/);
  expect(clock.textContent).not.toBe(before);
});

it("redeems once when it is held for long enough", () => {
  finger("pointerdown");
  vi.advanceTimersByTime(1600);
  finger("pointerup");
  button().click();
  finger("pointerdown");
  vi.advanceTimersByTime(1600);

  expect(sent).toHaveBeenCalledTimes(1);
  expect(button().disabled).toBe(true);
});

it("does nothing on a tap, and explains what to do", () => {
  finger("pointerdown");
  vi.advanceTimersByTime(700);
  finger("pointerup");
  button().click();
  vi.advanceTimersByTime(5000);

  expect(sent).not.toHaveBeenCalled();
  expect(hint()).toBe("Hold");
});

it("can be held by keyboard too, where a held key repeats", () => {
  for (const at of [0, 500, 500]) {
    vi.advanceTimersByTime(at);
    button().dispatchEvent(new KeyboardEvent("keydown", { key: " ", cancelable: true }));
  }
  vi.advanceTimersByTime(600);

  expect(sent).toHaveBeenCalledTimes(1);
});

it("can be pressed twice by people who cannot hold it", () => {
  button().click();
  expect(hint()).toBe("Once more");
  expect(sent).not.toHaveBeenCalled();

  button().click();

  expect(sent).toHaveBeenCalledTimes(1);
});

it("renews the code of a card before the current one expires", () => {
  document.body.innerHTML = `<div data-ticket><img src="/card/c/code.svg?1" data-seconds="12" alt=""></div>`;
  const picture = document.querySelector("img") as HTMLImageElement;
  enhanceTicket();
  const first = picture.src;
  vi.advanceTimersByTime(11_900);
  const before = picture.src;
  vi.advanceTimersByTime(200);
  const second = picture.src;
  vi.advanceTimersByTime(30_000);

  expect(before).toBe(first);
  expect(second).toMatch(/\/card\/c\/code\.svg\?\d+$/);
  expect(new Set([first, second, picture.src]).size).toBe(3);
});
