import { fireEvent, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { StudioScreen } from "@/features/content/ai-qr/components/studio-screen";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const JOB = { job_id: "job_1", state: "running", done: 1, total: 4, error: null, pictures: [], result: null };
const answer = (data: unknown) => ({ data, response: new Response() });

/** Opens the studio with a job whose calls answer with the given value. */
function open(jobOf: () => unknown) {
  const asked: string[] = [];
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    asked.push(path);
    if (path === "/v1/get-ai-qr" || path === "/v1/cancel-job") {
      return Promise.resolve(path === "/v1/cancel-job" ? answer({}) : jobOf());
    }
    return Promise.resolve(
      answer(path === "/v1/get-org-data" ? { org_id: "org_1", role: "editor" } : { items: [], total: 0 }),
    );
  });
  const router = createMemoryRouter([{ path: "*", element: <StudioScreen /> }], { initialEntries: ["/?job=job_1"] });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return asked;
}

test("a job that takes too long can be cancelled, and then shows that it was", async () => {
  const asked: string[] = open(() => answer(asked.includes("/v1/cancel-job") ? { ...JOB, state: "cancelled" } : JOB));
  fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
  expect(await screen.findByText("Stopped. No pictures were created.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

test("a failed job shows why", async () => {
  open(() => answer({ ...JOB, state: "failed", error: "No picture came out that readers could read." }));
  expect(await screen.findByText("No picture came out that readers could read.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
});

test("a missing job is not polled forever", async () => {
  const gone = {
    error: { status: 404, code: "job_not_found", message: "Job not found." },
    response: new Response("", { status: 404 }),
  };
  const asked = open(() => gone);
  expect(await screen.findByText("Job not found.")).toBeVisible();
  const before = asked.filter((path) => path === "/v1/get-ai-qr").length;
  await new Promise((later) => setTimeout(later, 1500));
  expect(asked.filter((path) => path === "/v1/get-ai-qr")).toHaveLength(before);
});
