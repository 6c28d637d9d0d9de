import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { ImportDetail } from "@/features/people/customers/api/imports";
import { ImportScreen } from "@/features/people/customers/components/import-screen";
import { ImportStart } from "@/features/people/customers/components/import-start";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const FILE = {
  import_id: "cimp_1",
  file_name: "people.csv",
  file_bytes: 2_400,
  encoding: "utf-8",
  delimiter: ",",
  state: "uploaded",
  error: null,
  progress: 0,
  existing: "fill",
  dates: "dmy",
  tags: [],
  counts: { rows: 3, created: 2, changed: 0, unchanged: 0, refused: 1, noted: 0 },
  undone: { removed: 0, restored: 0, kept: 0 },
  can_undo: false,
  uploaded_at: "2026-11-27T10:00:00Z",
  uploaded_by: "Ana",
  finished_at: null,
  undone_at: null,
  columns: [
    { header: "Mail", samples: ["ana@example.com"], target: "email" },
    { header: "Shoe", samples: ["38"], target: null },
  ],
} satisfies ImportDetail;

const EDITOR = "editor";

function serving() {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const data =
      path === "/v1/list-customer-fields"
        ? { items: [{ name: "shoe_size", label: "Shoe size", type: "number", options: [] }], tags: [] }
        : path === "/v1/list-customer-import-problems"
          ? { items: [{ row: 4, field: "email", message: "is not an email address", outcome: "refused" }], total: 1 }
          : path === "/v1/export-customer-import-problems"
            ? { file_name: "problems.csv", media_type: "text/csv", data: btoa("row,problem") }
            : { time_zone: "UTC", brand: {} };
    return Promise.resolve({ data, response: new Response() });
  }) as never);
  return sent;
}

function show(detail: ImportDetail, role = "editor") {
  renderApp(
    <MemoryRouter>
      <ImportScreen detail={detail} role={role} />
    </MemoryRouter>,
  );
}

test("columns are matched and the file is checked", async () => {
  const person = userEvent.setup();
  const sent = serving();
  show(FILE);

  await person.click(await screen.findByLabelText("Import “Shoe” as"));
  await person.click(await screen.findByRole("option", { name: "Shoe size" }));
  await person.click(screen.getByRole("button", { name: "Check the file" }));

  await waitFor(() => {
    expect(sent.find(([path]) => path === "/v1/check-customer-import")?.[1]).toMatchObject({
      import_id: "cimp_1",
      mapping: ["email", "field:shoe_size"],
      existing: "fill",
    });
  });
});

test("a checked file shows what it would do, with problems by row", async () => {
  const person = userEvent.setup();
  const sent = serving();
  show({ ...FILE, state: "checked" });

  expect(await screen.findByText("Email is not an email address.")).toBeTruthy();
  await person.click(screen.getByRole("button", { name: "Download as CSV" }));
  await waitFor(() => {
    expect(sent.some(([path]) => path === "/v1/export-customer-import-problems")).toBe(true);
  });
  await person.click(screen.getByRole("button", { name: "Import 2 customers" }));

  await waitFor(() => {
    expect(sent.some(([path]) => path === "/v1/run-customer-import")).toBe(true);
  });
});

test("a viewer sees the result of an import and can’t undo it", async () => {
  serving();
  show({ ...FILE, state: "done", can_undo: true }, "viewer");

  expect(await screen.findByText("The file was imported.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Undo the import" })).toBeNull();
});

test("the list shows how far a running import is, until it is done", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const states = [
    { state: "running", progress: 0.4 },
    { state: "done", progress: 1 },
  ];
  const asked = vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    const items = [{ ...FILE, ...(states.length > 1 ? states.shift() : states[0]) }];
    const data = path === "/v1/list-customer-imports" ? { items, total: 1, page: 1, pageSize: 10 } : {};
    return Promise.resolve({ data, response: new Response() });
  });
  renderApp(
    <MemoryRouter>
      <ImportStart role={EDITOR} />
    </MemoryRouter>,
  );
  expect(await screen.findByText("Being imported: 40%")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress of people.csv" })).toHaveAttribute("aria-valuenow", "40");

  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(await screen.findByText("Imported")).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();

  const before = asked.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toHaveBeenCalledTimes(before);
  vi.useRealTimers();
});
