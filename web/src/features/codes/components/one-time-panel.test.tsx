import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { OneTimePanel } from "@/features/codes/components/one-time-panel";
import type { Code } from "@/features/codes/types";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const CODE = { code_id: "ABCDEFGHJK", name: "Coupon", deleted_at: null } as unknown as Code;
const FAILED = { job_id: "job_1", state: "failed", done: 0, total: 5, error: "The code that these were made from is gone." };

const amounts: unknown[] = [];

beforeEach(() => {
  amounts.length = 0;
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("create_one_time_codes")) {
      amounts.push(body["amount"]);
    }
    const answers: Record<string, unknown> = {
      "/v1/qr/create_one_time_codes": { job_id: FAILED.job_id, count: 5 },
      "/v1/get-job": FAILED,
    };
    return Promise.resolve({ data: answers[path] ?? { items: [], total: 0, counts: {}, batches: [] }, response: new Response() });
  }) as never);
});

test("after a batch that failed another one can be made at once", async () => {
  renderApp(<OneTimePanel code={CODE} zone="UTC" mayEdit />);
  fireEvent.change(screen.getByLabelText("How many"), { target: { value: "5" } });
  fireEvent.click(screen.getByRole("button", { name: "Make a batch" }));
  expect(await screen.findByText(FAILED.error)).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "Make a batch" }));
  await waitFor(() => expect(amounts).toEqual([5, 5]));
});
