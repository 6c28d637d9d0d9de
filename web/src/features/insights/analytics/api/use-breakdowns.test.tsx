import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { useFreshBreakdowns } from "@/features/insights/analytics/api/use-breakdowns";
import { createQueryClient } from "@/shared/api/query-client";
import { calls } from "@/shared/testing/calls";

const FULL = { status: 429, code: "too_many_requests", title: "Wait a moment" };

function answering(...answers: ("answered" | "refused")[]) {
  return vi.spyOn(calls, "POST").mockImplementation(() => {
    const answer = answers.shift() ?? "refused";
    return Promise.resolve(
      answer === "answered"
        ? { data: { breakdowns: {} }, response: new Response("{}") }
        : { error: FULL, response: new Response(JSON.stringify(FULL), { status: 429 }) },
    );
  });
}

function watching(answeredAt: number) {
  const cache = createQueryClient();
  return renderHook(({ at }) => useFreshBreakdowns({ interval: "7day" }, ["device"], at), {
    initialProps: { at: answeredAt },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={cache}>{children}</QueryClientProvider>
    ),
  });
}

test("rows are fetched again when there are newer numbers, but only once if that fails", async () => {
  const asked = answering("answered", "refused");
  const { rerender } = watching(1);
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));

  rerender({ at: Date.now() + 60_000 });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  await new Promise((done) => setTimeout(done, 300));
  expect(asked).toHaveBeenCalledTimes(2);

  rerender({ at: Date.now() + 120_000 });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
});
