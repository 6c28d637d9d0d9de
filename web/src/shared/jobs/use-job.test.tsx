import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { JobProgress } from "@/shared/jobs/job-progress";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Answers successive requests with these statuses, repeating the last one forever. */
function answering(...statuses: number[]) {
  const asking = vi.fn(() => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    const response = new Response("", { status });
    const phrase = { status, code: "no", message: "Job not found." };
    return Promise.resolve(
      status === 200
        ? { data: { job_id: "job_1", state: "running", done: 3, total: 9 }, response }
        : { error: phrase, response },
    );
  });
  vi.spyOn(calls, "POST").mockImplementation(asking);
  return asking;
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each([403, 404])("a job that is refused with %i is not asked for again", async (status) => {
  const asking = answering(status);
  renderApp(<JobProgress jobId="job_1" label="Rows" />);
  await pass(30_000);
  expect(screen.getByText("Job not found.")).toBeVisible();
  expect(asking).toHaveBeenCalledTimes(1);
});

test("after too many requests, polling slows down and still follows the job", async () => {
  const asking = answering(200, 429, 200);
  renderApp(<JobProgress jobId="job_1" label="Rows" />);
  await pass(4000);
  expect(asking).toHaveBeenCalledTimes(2);
  await pass(4000);
  expect(asking.mock.calls.length).toBeGreaterThan(2);
  expect(screen.getByText("Rows: 3 of 9")).toBeVisible();
});
