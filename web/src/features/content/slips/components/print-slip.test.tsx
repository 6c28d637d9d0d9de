import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
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

test("a print that goes on after a reload is still followed, and its file is offered", async () => {
  const result = { url: "/many.pdf", file_name: "many.pdf", copies: 1000, sheets: 250, batch_id: "batch_1" };
  const job = { job_id: "job_1", state: "done", done: 1000, total: 1000, error: null, result };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation(() => Promise.resolve({ data: job, response: new Response() }));
  renderApp(
    <MemoryRouter initialEntries={["/admin/print-slip?slip=slip_1&job=job_1"]}>
      <PrintSlip slip={SLIP} />
    </MemoryRouter>,
  );

  expect(await screen.findByText("1,000 copies on 250 sheets")).toBeVisible();
  expect(screen.getByRole("link", { name: "Download" })).toHaveAttribute("href", "/many.pdf");
  expect(post.mock.calls.map(([path]) => path)).not.toContain("/v1/print-slip");
});

test("the address names the job of a long print", async () => {
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    const printed = { url: null, file_name: "x.pdf", copies: 1000, sheets: 250, job_id: "job_1", batch_id: null };
    const job = { job_id: "job_1", state: "running", done: 12, total: 1000, error: null, result: null };
    return Promise.resolve({ data: path === "/v1/print-slip" ? printed : job, response: new Response() });
  });
  renderApp(
    <MemoryRouter initialEntries={["/admin/print-slip?slip=slip_1"]}>
      <PrintSlip slip={SLIP} />
      <Address />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Create PDF" }));

  expect(await screen.findByText("?slip=slip_1&job=job_1")).toBeVisible();
});

function Address() {
  return <p>{useLocation().search}</p>;
}
