import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enhanceBlocks } from "./blocks";

const SHOWN_MS = 2500;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  document.body.innerHTML =
    '<p id="code">SAVE10</p><button data-copy="code" data-done="Copied"><span>Copy</span></button>';
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("shows its own label again after it was tapped twice", async () => {
  enhanceBlocks();
  const button = document.querySelector("button");

  button?.click();
  await vi.advanceTimersByTimeAsync(SHOWN_MS / 2);
  button?.click();
  await vi.advanceTimersByTimeAsync(0);

  expect(button?.textContent).toBe("Copied");
  await vi.advanceTimersByTimeAsync(2 * SHOWN_MS);
  expect(button?.textContent).toBe("Copy");
});
