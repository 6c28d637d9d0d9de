import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { usePrefetchOnHover } from "@/features/insights/analytics/api/use-prefetch-on-hover";
import { createQueryClient } from "@/shared/api/query-client";
import { calls } from "@/shared/testing/calls";

let asked: unknown[];
let answers: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: QueryInput }) => {
    asked.push(body.interval);
    return new Promise((answer) => answers.push(() => answer({ data: {}, response: new Response() })));
  }) as never);
});
afterEach(() => vi.useRealTimers());

function ahead() {
  const cache = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(usePrefetchOnHover, { wrapper });
  return (interval: QueryInput["interval"] | null, isPressed = false) =>
    result.current(interval === null ? null : { interval }, isPressed);
}

test("an entry under a moving pointer is not fetched, a pressed one at once", async () => {
  const want = ahead();

  want("1day");
  await vi.advanceTimersByTimeAsync(30);
  want("7day");
  await vi.advanceTimersByTimeAsync(30);
  want(null);
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual([]);
  want("90day", true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["90day"]);
});

test("only one request runs at a time, and the last hovered entry is next", async () => {
  const want = ahead();

  want("1day");
  await vi.advanceTimersByTimeAsync(100);
  want("7day");
  await vi.advanceTimersByTimeAsync(100);
  want("30day");
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(["1day"]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(["1day", "30day"]);
});
