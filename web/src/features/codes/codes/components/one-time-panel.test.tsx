import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { OneTimePanel } from "@/features/codes/codes/components/one-time-panel";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const CODE = { code_id: "ABCDEFGHJK", name: "Coupon", deleted_at: null } as unknown as Code;
const FAILED = {
  job_id: "job_1",
  state: "failed",
  done: 0,
  total: 5,
  error: "The base code of this batch no longer exists.",
};

const BATCH = {
  batch_id: "bat_1",
  name: "Spring",
  amount: 60_000,
  made: 0,
  job_id: "job_1",
  created_at: "2026-11-20T10:00:00Z",
  withdrawn_at: null,
  counts: {},
};

const amounts: unknown[] = [];
let job: unknown;
let batch: typeof BATCH | null;

beforeEach(() => {
  amounts.length = 0;
  job = FAILED;
  batch = null;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("create_one_time_codes")) {
      amounts.push(body["amount"]);
    }
    const answers: Record<string, unknown> = {
      "/v1/qr/create_one_time_codes": { job_id: FAILED.job_id, count: 5 },
      "/v1/get-job": job,
      ...(batch === null ? {} : { "/v1/get-one-time-codes": { items: [], total: 0, counts: {}, batches: [batch] } }),
    };
    return Promise.resolve({
      data: answers[path] ?? { items: [], total: 0, counts: {}, batches: [] },
      response: new Response(),
    });
  }) as never);
});

test("after a failed batch, another one can be created at once", async () => {
  renderApp(<OneTimePanel code={CODE} zone="UTC" mayEdit />);
  fireEvent.change(screen.getByLabelText("How many"), { target: { value: "5" } });
  fireEvent.click(screen.getByRole("button", { name: "Create batch" }));
  expect(await screen.findByText(FAILED.error)).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "Create batch" }));
  await waitFor(() => expect(amounts).toEqual([5, 5]));
});

test("a batch that is still being created is shown when the screen is opened again, until it is complete", async () => {
  batch = BATCH;
  job = { ...FAILED, state: "running", done: 15_000, total: 60_000, error: null };
  renderApp(<OneTimePanel code={CODE} zone="UTC" mayEdit />);
  expect(await screen.findByText(/15,000 of 60,000 codes so far/)).toBeVisible();

  batch = { ...BATCH, made: 60_000 };
  job = { ...FAILED, state: "done", done: 60_000, total: 60_000, error: null };
  expect(await screen.findByText(/· 60,000 codes ·/)).toBeVisible();
});

test("a batch whose job failed shows how many codes it has", async () => {
  batch = { ...BATCH, made: 5_000 };
  renderApp(<OneTimePanel code={CODE} zone="UTC" mayEdit />);
  expect(await screen.findByText(/· 5,000 of 60,000 codes ·/)).toBeVisible();
});
