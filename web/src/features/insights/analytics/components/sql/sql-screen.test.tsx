import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SqlScreen } from "@/features/insights/analytics/components/sql/sql-screen";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const TABLES = {
  tables: [
    {
      name: "activity_15m",
      kind: "mart",
      title: "activity_15m",
      description: "Events counted by 15 minutes.",
      grain: "one partial sum",
      sources: [],
      consumers: [],
      columns: [{ name: "events", type: "int64", unit: "count", definition: "Events, including repeats" }],
    },
  ],
  macros: [{ signature: "local_day(moment)", meaning: "The day of the moment in UTC" }],
  max_rows: 100_000,
  seconds: 30,
  memory_mb: 500,
};

interface Asked {
  body?: { sql: string; format: string; max_rows: number };
  signal?: AbortSignal;
}

type Answer = { data?: unknown; error?: unknown; response: Response };

/** Answers every query and returns the recorded requests. */
function server(answer: (asked: Asked) => Answer | Promise<Answer>, role = "editor"): Asked[] {
  const asked: Asked[] = [];
  const respond = (path: string, options: Asked) => {
    if (path === "/v1/get-org-data") {
      return Promise.resolve({ data: { org_id: "org_1", role, time_zone: "UTC" }, response: new Response() });
    }
    if (options.body === undefined) {
      return Promise.resolve({ data: TABLES, response: new Response() });
    }
    asked.push(options);
    return Promise.resolve(answer(options));
  };
  vi.spyOn(calls, "GET").mockImplementation(respond as never);
  vi.spyOn(calls, "POST").mockImplementation(respond as never);
  return asked;
}

const rows = (found: unknown[][], truncated = false) => ({
  data: {
    columns: [
      { name: "day", type: "DATE" },
      { name: "n", type: "BIGINT" },
    ],
    rows: found,
    row_count: found.length,
    truncated,
  },
  response: new Response(),
});

const open = () =>
  renderApp(
    <MemoryRouter>
      <SqlScreen />
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
const query = () => screen.findByRole("textbox", { name: "Query" });

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

test("Ctrl+Enter runs the query, and its rows are counted", async () => {
  const asked = server(() =>
    rows([
      ["2026-03-01", 3],
      ["2026-03-02", null],
    ]),
  );
  open();
  fireEvent.change(await query(), { target: { value: "select 1" } });
  fireEvent.keyDown(await query(), { key: "Enter" });
  expect(asked).toHaveLength(0);
  fireEvent.keyDown(await query(), { key: "Enter", ctrlKey: true });

  expect(await screen.findByText(/^2 rows in/)).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ sql: "select 1", format: "json", max_rows: 1000 }]);
  expect(screen.getByRole("button", { name: "Save as Parquet" })).toBeEnabled();
});

test("truncated and empty results say so", async () => {
  let found: unknown[][] = [["2026-03-01", 3]];
  server(() => rows(found, found.length > 0));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Run" }));
  expect(await screen.findByText(/^The first 1 row in/)).toBeVisible();
  found = [];
  fireEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("The query returned no rows")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save as CSV" })).toBeNull();
});

test("an error is shown with its line", async () => {
  const error = {
    status: 422,
    code: "wrong_statement",
    message: "Referenced column not found",
    position: 9,
    errors: [],
  };
  server(() => ({ error, response: new Response(null, { status: 422 }) }));
  open();
  fireEvent.change(await query(), { target: { value: "select\n  nope\nfrom events" } });
  fireEvent.click(screen.getByRole("button", { name: "Run" }));

  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText("Line 2, column 3")).toBeVisible();
  expect(within(alert).getByText("Referenced column not found")).toBeVisible();
  expect(alert).toHaveTextContent("nope ^");
  expect(within(alert).queryByRole("button")).toBeNull();
});

test("a query can be retried when the server is busy", async () => {
  const error = { status: 503, code: "workers_busy", message: "Try again shortly.", errors: [] };
  const asked = server(() => ({ error, response: new Response(null, { status: 503 }) }));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Run" }));
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await waitFor(() => expect(asked).toHaveLength(2));
});

test("a running query can be cancelled, and its late response is not shown", async () => {
  let answer: (found: Answer) => void = () => undefined;
  const asked = server(() => new Promise<Answer>((resolve) => (answer = resolve)));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Run" }));
  // The second click of a double click that was meant for Run.
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }), { detail: 2 });
  expect(asked[0]?.signal?.aborted).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }), { detail: 1 });
  expect(asked[0]?.signal?.aborted).toBe(true);
  answer(rows([["2026-03-01", 3]]));

  expect(await screen.findByText("The query was cancelled")).toBeVisible();
  expect(screen.queryByText(/1 row in/)).toBeNull();
});

test("tables and columns are described, can be searched, and are inserted into the query", async () => {
  server(() => rows([]));
  open();
  fireEvent.change(await query(), { target: { value: "from " } });
  fireEvent.click(await screen.findByRole("button", { name: "activity_15m" }));
  expect(await screen.findByText("Events, including repeats")).toBeVisible();
  ((await query()) as HTMLTextAreaElement).setSelectionRange(5, 5);
  fireEvent.click(screen.getByRole("button", { name: "Insert table name" }));
  expect(await query()).toHaveValue("from activity_15m");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "zzzz" } });
  expect(await screen.findByText("No results for “zzzz”.")).toBeVisible();
});

test("a viewer sees which roles may run queries", async () => {
  const asked = server(() => rows([]), "viewer");
  open();
  expect(await screen.findByText(/You are a viewer/)).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(asked).toEqual([]);
});
