import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenIdle } from "@/shared/components/idle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("visible work comes first, everything else in the order of requests, one at a time", () => {
  const done: string[] = [];
  whenIdle(() => done.push("map"));
  whenIdle(() => done.push("funnel"));
  whenIdle(() => done.push("card"), "seen");
  expect(done).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(done).toEqual(["card"]);
  vi.runAllTimers();
  expect(done).toEqual(["card", "map", "funnel"]);
});

test("cancelled work is not done", () => {
  const act = vi.fn();
  whenIdle(act, "seen")();
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
});

test("after everything is cancelled nothing is scheduled any more, and new work is scheduled again", () => {
  vi.stubGlobal("requestIdleCallback", () => 7);
  const cancelled = vi.fn();
  vi.stubGlobal("cancelIdleCallback", cancelled);
  whenIdle(vi.fn())();
  vi.unstubAllGlobals();
  expect(cancelled).toHaveBeenCalledExactlyOnceWith(7);

  const act = vi.fn();
  whenIdle(act);
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});
