import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { enhanceTicket } from "@/visitor/ticket";

const sent = vi.fn();

afterEach(() => {
  vi.restoreAllMocks();
});

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

describe("the code of a card", () => {
  const RETRY = "Trying again";
  let asked: () => HTMLImageElement[] = () => [];

  /** The picture that is shown, and the note below it. */
  const shown = () => {
    const { src, style } = document.querySelector("img") as HTMLImageElement;
    return [src.replace(/^.*\?/, ""), style.visibility, document.querySelector("[role=status]")?.textContent];
  };
  const answer = async (kind: "load" | "error") => {
    asked().at(-1)?.dispatchEvent(new Event(kind));
    await vi.advanceTimersByTimeAsync(0);
  };

  beforeEach(() => {
    const cloning = vi.spyOn(HTMLImageElement.prototype, "cloneNode");
    asked = () => cloning.mock.results.map(({ value }) => value as HTMLImageElement);
    vi.setSystemTime(1_000_000);
    document.body.innerHTML = `<div data-ticket><img src="/card/c/code.svg?1" data-seconds="12" alt="">
      <p role="status" data-code-note="${RETRY}"></p></div>`;
    enhanceTicket();
  });

  it("is renewed before the current one expires, once the new picture has arrived", async () => {
    await vi.advanceTimersByTimeAsync(11_900);
    expect(asked()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(shown()).toEqual(["1", "", ""]);
    await answer("load");
    expect(shown()).toEqual(["1012000", "", ""]);
    await vi.advanceTimersByTimeAsync(30_000);
    await answer("load");

    expect(shown()).toEqual(["1042000", "", ""]);
  });

  it("stays without a network for as long as it is valid, and returns with the network", async () => {
    await vi.advanceTimersByTimeAsync(12_000);
    await answer("error");
    expect(shown()).toEqual(["1", "", RETRY]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(shown()).toEqual(["1", "", RETRY]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(shown()).toEqual(["1", "hidden", RETRY]);
    await vi.advanceTimersByTimeAsync(2000);
    await answer("load");

    expect(shown().slice(1)).toEqual(["", ""]);
  });
});
