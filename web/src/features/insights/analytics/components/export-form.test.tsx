import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import ExportForm from "@/features/insights/analytics/components/export-form";
import { parseView } from "@/features/insights/analytics/filters";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const table = (name: string, title: string) => ({ name, title, kind: "report", description: `${title}.`, columns: [] });
const REPORTS = [
  { name: "forms", filters: ["code", "country", "placement"] },
  { name: "visitors", filters: ["code", "placement"] },
  { name: "customers", filters: [] },
];
const TOO_FINE = {
  code: "bad_question",
  message: "Too fine",
  status: 422,
  errors: [{ field: "granularity", message: "Too fine" }],
};

const ROLE = "viewer";

let exported: { from: string; params: Record<string, unknown> }[] = [];

beforeEach(() => {
  exported = [];
  const tables = [
    table("forms", "Forms"),
    table("visitors", "Visitors"),
    table("customers", "Customers by what they did"),
  ];
  vi.spyOn(calls, "GET").mockResolvedValue({ data: { tables }, response: new Response() });
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: (typeof exported)[number] }) => {
    if (path === "/v1/export-csv") {
      exported.push(body);
      if (body.params["granularity"]) {
        return Promise.resolve({ error: TOO_FINE, response: new Response(null, { status: 422 }) });
      }
    }
    const file = { file_name: "a.csv", media_type: "text/csv", data: "", columns: [], job_id: null };
    return Promise.resolve({
      data:
        path === "/v1/list-reports"
          ? { reports: REPORTS }
          : path === "/v1/export-csv"
            ? file
            : { properties: [], items: [] },
      response: new Response(),
    });
  }) as never);
});

function open(address: string, codeId?: string) {
  renderApp(
    <MemoryRouter>
      <ExportForm
        view={parseView(new URLSearchParams(address))}
        zone="UTC"
        role={ROLE}
        codeId={codeId}
        onClose={() => undefined}
      />
    </MemoryRouter>,
  );
}

const choose = (value: string) => fireEvent.change(screen.getByLabelText("Table"), { target: { value } });

test("a table that does not support a filter says so before the click, and is saved without it", async () => {
  open("country=CH&code=menu");
  const list = screen.getByLabelText("Table");
  expect(await within(list).findByText("Visitors (not by country)")).toBeInTheDocument();
  expect(within(list).getByText("Customers by what they did (not by code or country)")).toBeInTheDocument();
  expect(within(list).getByText("Forms")).toBeInTheDocument();

  choose("report:visitors");
  expect(screen.getByRole("alert")).toHaveTextContent("“Visitors” can’t be filtered by country");
  fireEvent.click(screen.getByRole("button", { name: "Download without this filter" }));
  await waitFor(() => expect(exported).toHaveLength(1));
  expect(exported[0]?.params["filters"]).toEqual({ code: ["menu"] });

  choose("report:forms");
  expect(screen.queryByText(/can’t be filtered/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Download file" }));
  await waitFor(() => expect(exported).toHaveLength(2));
  expect(exported[1]?.params["filters"]).toEqual({ country: ["CH"], code: ["menu"] });
});

test("the page of one code does not offer tables about all codes", async () => {
  open("", "menu");

  expect(await screen.findByText("Visitors")).toBeInTheDocument();
  expect(screen.queryByText(/Customers by what they did/)).toBeNull();
});

test("a granularity that is too fine for the range is replaced by one that fits in the file", async () => {
  open("interval=1year&granularity=15min");

  fireEvent.click(screen.getByRole("button", { name: "Download file" }));
  expect(await screen.findByText("a.csv was downloaded.")).toBeVisible();
  expect(exported.map(({ params }) => params["granularity"])).toEqual(["15min", undefined]);
});

test("a failed export is reported in the dialog until another one is tried", async () => {
  open("");
  vi.mocked(calls.POST).mockImplementation(() =>
    Promise.resolve({
      error: { code: "export_failed", message: "Failed to export CSV", status: 503, errors: [] },
      response: new Response(null, { status: 503 }),
    }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Download file" }));
  expect(await within(screen.getByRole("dialog")).findByText("Failed to export CSV")).toBeVisible();

  choose("events");
  expect(screen.queryByText("Failed to export CSV")).toBeNull();
});
