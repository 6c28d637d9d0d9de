import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { CodeScope } from "@/features/insights/analytics/dashboard-query";
import { Dashboard } from "@/features/insights/analytics/components/dashboard";
import { HIDDEN_ON_PAPER } from "@/features/insights/analytics/components/print-styles";
import { METRICS } from "@/features/insights/analytics/metrics";
import { stubIdle } from "@/shared/testing/idle";
import { renderApp, sessionOf } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const TOTALS = {
  scans: 0,
  people: 0,
  new: 0,
  returning: 0,
  visits: 0,
  views: 0,
  submits: 0,
  votes: 0,
  plays: 0,
  redemptions: 0,
  bots: 0,
};
const ORGANIZATION = {
  org_id: "org_1",
  org_name: "Harbor",
  organization_logo: "",
  role: "editor",
  time_zone: "UTC",
  week_start: "monday",
};

let scans: (interval: unknown, filters?: unknown) => number;

function answerTo(question: Record<string, unknown>) {
  const now = scans(question["interval"], question["filters"]);
  const row = { key: "phone", label: null, ...TOTALS, scans: now };
  return {
    from: "2026-03-03T00:00:00Z",
    to: "2026-03-10T00:00:00Z",
    previous_from: "2026-02-24T00:00:00Z",
    previous_to: "2026-03-03T00:00:00Z",
    timezone: "UTC",
    as_of: null,
    granularity: "day",
    totals: { ...TOTALS, scans: now },
    previous: TOTALS,
    series: [],
    breakdowns: { device: now > 0 ? [row] : [] },
    definitions: Object.fromEntries(METRICS.map(({ key }) => [key, key])),
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {
        return undefined; // nobody looks
      }
      disconnect() {
        return undefined;
      }
    },
  );
  vi.spyOn(calls, "GET").mockImplementation(() => new Promise(() => undefined));
  vi.spyOn(calls, "POST").mockImplementation(((path: string, init: { body: Record<string, unknown> }) => {
    const answers: Record<string, unknown> = {
      "/v1/get-analytics": () => answerTo(init.body),
      "/v1/get-org-data": () => ORGANIZATION,
      "/v1/explain-change": () => ({ is_ordinary: true, causes: [] }),
      "/v1/get-report": () => ({ columns: [], rows: [], total: 0 }),
    };
    const answer = answers[path] as (() => unknown) | undefined;
    return Promise.resolve({ data: answer?.() ?? { items: [] }, response: new Response() });
  }) as never);
});

function open(address = "/", code?: CodeScope) {
  renderApp(
    <MemoryRouter initialEntries={[address]}>
      <main>
        <Dashboard title="Analytics" {...(code && { code })} />
      </main>
    </MemoryRouter>,
    sessionOf({ status: "authenticated" }),
  );
}

test("an organisation without any scans sees a single explanation of what will be here", async () => {
  scans = () => 0;
  open();

  expect(await screen.findByText("No scans yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Create a code" })).toHaveAttribute("href", "/admin/create-qr-code");
  expect(screen.queryByText(/in this range/)).toBeNull();
});

test("an empty range is not treated as a new organisation if there are earlier scans", async () => {
  scans = (interval) => (interval === "all" ? 9 : 0);
  open();

  expect(await screen.findByText("No scans in this range yet")).toBeVisible();
});

test("cards outside the viewport are rendered when the browser is idle", async () => {
  const idle = stubIdle();
  scans = () => 1234;
  open();

  expect(await screen.findByTestId("kpi-scans")).toHaveTextContent("1,234");
  expect(screen.queryByRole("region", { name: "By device" })).toBeNull();
  const card = await waitFor(() => {
    act(() => idle.pass());
    return screen.getByRole("region", { name: "By device" });
  });
  expect(await within(card).findByText("1,234")).toBeVisible();
});

test("everything is printed at once", async () => {
  stubIdle();
  scans = () => 1234;
  open();

  await screen.findByTestId("kpi-scans");
  act(() => void window.dispatchEvent(new Event("beforeprint")));

  const card = screen.getByRole("region", { name: "By device" });
  expect(card).toHaveTextContent("1,234");
  expect(within(card).getByText("1,234").closest(HIDDEN_ON_PAPER)).toBeNull();
  expect(
    within(card)
      .getByRole("button", { name: /^Exclude/ })
      .closest(HIDDEN_ON_PAPER),
  ).not.toBeNull();
  expect(screen.getByRole("region", { name: "Funnel" })).toBeVisible();
  act(() => void window.dispatchEvent(new Event("afterprint")));
});

test("a pipeline that has stopped is not called live", async () => {
  scans = () => 5;
  let behind = 0;
  const ask = vi.mocked(calls.POST).getMockImplementation() as (path: string, init: unknown) => Promise<unknown>;
  vi.mocked(calls.POST).mockImplementation((path: string, init: unknown) =>
    path === "/v1/analytics-freshness"
      ? Promise.resolve({
          data: { version: String(behind), as_of: null, behind_seconds: behind },
          response: new Response(),
        })
      : path === "/v1/get-analytics"
        ? ask(path, init).then((answer) => ({
            ...(answer as object),
            data: { ...(answer as { data: object }).data, to: "2999-01-01T00:00:00Z" },
          }))
        : ask(path, init),
  );
  open();
  expect(await screen.findByText("Live")).toBeVisible();
  behind = 185;
  expect(await screen.findByText(/^Not updated since .+ \(3 minutes\)$/)).toBeVisible();
  expect(screen.queryByText("Live")).toBeNull();
});

test("a warning is shown as long as a disk is nearly full", async () => {
  scans = () => 5;
  let isReadOnly = true;
  const ask = vi.mocked(calls.POST).getMockImplementation() as (path: string, init: unknown) => Promise<unknown>;
  vi.mocked(calls.POST).mockImplementation((path: string, init: unknown) =>
    path === "/v1/analytics-freshness"
      ? Promise.resolve({
          data: { version: "1", as_of: null, behind_seconds: 0, is_read_only: isReadOnly },
          response: new Response(),
        })
      : path === "/v1/get-analytics"
        ? ask(path, init).then((answer) => ({
            ...(answer as object),
            data: { ...(answer as { data: object }).data, to: "2999-01-01T00:00:00Z" },
          }))
        : ask(path, init),
  );
  open();
  expect(await screen.findByText(/The disk is nearly full/u)).toBeVisible();
  isReadOnly = false;
  await waitFor(() => expect(screen.queryByText(/The disk is nearly full/u)).toBeNull());
});

test("a granularity that is too fine for the range is ignored, and the numbers stay", async () => {
  scans = () => 1234;
  const ask = vi.mocked(calls.POST).getMockImplementation() as (
    path: string,
    init: { body: Record<string, unknown> },
  ) => Promise<unknown>;
  vi.mocked(calls.POST).mockImplementation(((path: string, init: { body?: Record<string, unknown> }) => {
    const refusal = {
      code: "bad_question",
      message: "Too fine for this range",
      status: 422,
      errors: [{ field: "granularity", message: "Too fine" }],
    };
    return init.body?.["granularity"] === "15min"
      ? Promise.resolve({ error: refusal, response: new Response(null, { status: 422 }) })
      : ask(path, init as never);
  }) as never);
  open("/?from=2025-01-01&to=2026-03-10&granularity=15min");

  expect(await screen.findByTestId("kpi-scans")).toHaveTextContent("1,234");
  expect(screen.queryByText("Analytics couldn’t be loaded")).toBeNull();
});

test("a base counts with its children, and without them on request", async () => {
  const asked: unknown[] = [];
  scans = (_, filters) => {
    asked.push(filters);
    return JSON.stringify(filters).includes("base_code") ? 8 : 1;
  };
  open("/", { id: "code_1", isChild: false, children: 5 });

  expect(await screen.findByTestId("kpi-scans")).toHaveTextContent("8");
  expect(asked[0]).toEqual({ base_code: ["code_1"] });
  expect(screen.getByText("5 child codes are included.")).toBeVisible();
  await userEvent.setup().click(screen.getByRole("switch", { name: "Include child codes" }));
  await waitFor(() => expect(screen.getByTestId("kpi-scans")).toHaveTextContent("1"));
  expect(asked.at(-1)).toEqual({ code: ["code_1"] });
});

test("a code without children has no switch, and a child counts alone", async () => {
  const asked: unknown[] = [];
  scans = (_, filters) => {
    asked.push(filters);
    return 1;
  };
  open("/", { id: "code_2", isChild: true });

  await screen.findByTestId("kpi-scans");
  expect(asked[0]).toEqual({ code: ["code_2"] });
  expect(screen.queryByRole("switch", { name: "Include child codes" })).toBeNull();
});
