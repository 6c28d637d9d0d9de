import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { PrintSlip } from "@/features/content/slips/components/print-slip";
import type { Slip } from "@/features/content/slips/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

vi.mock("@/features/content/slips/components/slip-preview", () => ({ SlipPreview: () => null }));

const SLIP = { slip_id: "slip_1", one_time: false, warnings: [] } as unknown as Slip;

function shown() {
  const post = vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({
      data: { url: "/x.pdf", file_name: "x.pdf", copies: 5, sheets: 1, job_id: null },
      response: new Response(),
    }),
  );
  renderApp(
    <MemoryRouter>
      <PrintSlip slip={SLIP} />
    </MemoryRouter>,
  );
  return post;
}

test.each(["", "0", "2001", "2.5"])("'%s' copies are refused with a word by the field", async (typed) => {
  const post = shown();
  const copies = screen.getByLabelText("Copies");

  fireEvent.change(copies, { target: { value: typed } });
  fireEvent.blur(copies);
  fireEvent.click(screen.getByRole("button", { name: "Create PDF" }));

  expect(copies).toHaveAccessibleDescription("A whole number from 1 to 2,000");
  await waitFor(() => expect(copies).toHaveFocus());
  expect(post).not.toHaveBeenCalled();
});

test("the print uses the numbers as typed", async () => {
  const post = shown();

  fireEvent.change(screen.getByLabelText("Copies"), { target: { value: "5" } });
  fireEvent.click(screen.getByRole("button", { name: "Create PDF" }));

  expect(await screen.findByText(/5 copies/)).toBeVisible();
  const [, options] = post.mock.calls[0] as unknown as [string, { body: Record<string, unknown> }];
  expect(options.body).toMatchObject({ copies: 5, margin_mm: 10, gap_mm: 4 });
});

test("an invalid margin that no longer applies does not block printing", async () => {
  const post = shown();
  fireEvent.change(screen.getByLabelText("Margin (mm)"), { target: { value: "" } });
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Paper" }));
  fireEvent.click(screen.getByRole("option", { name: "Same size as the slip" }));

  fireEvent.click(screen.getByRole("button", { name: "Create PDF" }));

  await waitFor(() => expect(post).toHaveBeenCalled());
});

test("a long print can be cancelled, and then shows what was created", async () => {
  let state = "running";
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    if (path === "/v1/cancel-job") {
      state = "cancelled";
    }
    const printed = { url: null, file_name: "x.pdf", copies: 1000, sheets: 250, job_id: "job_1", batch_id: "batch_1" };
    const data =
      path === "/v1/print-slip"
        ? printed
        : { job_id: "job_1", state, done: 12, total: 1000, error: null, result: null };
    return Promise.resolve({ data, response: new Response() });
  });
  renderApp(
    <MemoryRouter>
      <PrintSlip slip={SLIP} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Create PDF" }));
  fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/Stopped. No file was created. You can withdraw the one-time codes/)).toBeVisible();
});
