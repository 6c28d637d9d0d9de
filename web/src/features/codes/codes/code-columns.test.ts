import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCodeColumns } from "./code-columns";

let isRoomy: boolean;

beforeEach(() => {
  isRoomy = false;
  const matchMedia = (media: string) => ({
    media,
    get matches() {
      return isRoomy;
    },
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  });
  vi.stubGlobal("matchMedia", matchMedia);
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it("hides the last scan on narrow screens until the user chooses columns", () => {
  const { result, rerender } = renderHook(() => useCodeColumns());
  expect([...result.current[0]]).toEqual(["type", "scans", "state"]);

  isRoomy = true;
  rerender();
  expect([...result.current[0]]).toEqual(["type", "scans", "last_scan", "state"]);

  act(() => result.current[1]("type"));
  isRoomy = false;
  rerender();
  expect([...result.current[0]]).toEqual(["scans", "last_scan", "state"]);
});
