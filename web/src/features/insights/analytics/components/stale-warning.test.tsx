import { screen, waitFor } from "@testing-library/react";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { ReportInfo, ReportView } from "@/features/insights/analytics/api/reports";
import { CodeStockCard } from "@/features/insights/analytics/components/code-stock-card";
import { CrossCard } from "@/features/insights/analytics/components/cross-card";
import { FrequencyCard } from "@/features/insights/analytics/components/frequency-card";
import { FunnelCard } from "@/features/insights/analytics/components/funnel-card";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { ReportCard } from "@/features/insights/analytics/components/report-card";
import { RetentionCard } from "@/features/insights/analytics/components/retention-card";
import { renderApp } from "@/shared/testing/render";
import { stubIntersectionObserver } from "@/shared/testing/intersection";
import { calls } from "@/shared/testing/calls";

const QUESTION = { interval: "30day", filters: {} } as const;
const REPORT = {
  name: "missed_paths",
  title: "Missed",
  description: "",
  group_by: [],
  rows: null,
  compares: false,
  columns: [],
} as unknown as ReportInfo;
const VIEW = {
  report: "missed_paths",
  range: { kind: "preset", interval: "30day" },
  season: null,
  split: null,
  sort: null,
  page: 0,
  includeBots: false,
  asOf: "current",
  compare: "none",
  visitor: "",
} satisfies ReportView;
const ROWS: Record<string, unknown>[] = [
  {
    scans_per_visitor: "1",
    kind: "promo_code",
    path: "/menu",
    cohort: "2026-03-02",
    week: 0,
    people: 4321,
    share: 1,
    scans: 4321,
    issued: 4321,
    used: 0,
    left_over: 4321,
    scan_people: 4321,
  },
];
const COLUMNS = [{ name: "people", title: "People", type: "int64", unit: "count", definition: "" }];
const ROW = { key: "CH", scans: 4321 };

let status = 200;
/** The visitors by which reports were filtered. */
let looked: unknown[] = [];

function answerTo(path: string, body: { report?: string; visitor?: unknown }) {
  if (path === "/v1/get-report") {
    looked.push(body.visitor);
  }
  if (status !== 200) {
    const error = { code: "refused", message: "The numbers are on holiday.", status, errors: [] };
    return { error, response: new Response(null, { status }) };
  }
  const answers: Record<string, unknown> = {
    "/v1/get-report": {
      report: body.report,
      rows: ROWS,
      columns: COLUMNS,
      total: 1,
      group_by: null,
      sort: [],
      from: "",
      to: "",
      as_of: null,
    },
    "/v1/get-cross-table": { group_by: ["country", "device"], cells: [{ ...ROW, other: "phone" }], labels: {} },
    "/v1/get-analytics": { definitions: { scans: "" }, breakdowns: { hour_by_weekday: [{ ...ROW, key: "2-09" }] } },
  };
  return { data: answers[path] ?? { items: [] }, response: new Response() };
}

function Again() {
  const cache = useQueryClient();
  return <button onClick={() => void cache.invalidateQueries({ queryKey: ["analytics"] })}>Look again</button>;
}

beforeEach(() => {
  status = 200;
  looked = [];
  stubIntersectionObserver();
  vi.spyOn(calls, "POST").mockImplementation(((path: string, init: { body: { report?: string } }) =>
    Promise.resolve(answerTo(path, init.body))) as never);
});

const CARDS: [string, ReactElement][] = [
  ["frequency", <FrequencyCard question={QUESTION} />],
  ["retention", <RetentionCard question={QUESTION} />],
  ["stock of codes", <CodeStockCard question={QUESTION} />],
  ["funnel", <FunnelCard question={QUESTION} />],
  [
    "two at once",
    <CrossCard
      question={QUESTION}
      metric="scans"
      pair={["country", "device"]}
      onPair={() => undefined}
      onFilter={() => undefined}
    />,
  ],
  ["hours", <HeatMapCard question={QUESTION} metric="scans" />],
  ["a report", <ReportCard report={REPORT} view={VIEW} zone="UTC" onChange={() => undefined} />],
];

test.each(CARDS)(
  "a card keeps its last rows when a later look fails, and drops them where that is forbidden: %s",
  async (_, card) => {
    renderApp(
      <MemoryRouter>
        {card}
        <Again />
      </MemoryRouter>,
    );
    expect((await screen.findAllByText(/4,321/))[0]).toBeVisible();

    status = 429;
    screen.getByText("Look again").click();
    expect(await screen.findByText("This couldn’t be refreshed. Showing the latest data.")).toBeVisible();
    expect(screen.getAllByText(/4,321/)[0]).toBeVisible();
    expect(screen.queryByText("The numbers are on holiday.")).toBeNull();

    status = 403;
    screen.getByText("Look again").click();
    expect(await screen.findByText("The numbers are on holiday.")).toBeVisible();
    expect(screen.queryByText("This couldn’t be refreshed. Showing the latest data.")).toBeNull();
  },
);

test.each(CARDS)("a card that never had anything says why: %s", async (_, card) => {
  status = 429;
  renderApp(<MemoryRouter>{card}</MemoryRouter>);

  expect(await screen.findByText("The numbers are on holiday.")).toBeVisible();
});

test("reports on visitors can be filtered by name, and an incomplete name filters nothing", async () => {
  const report = {
    ...REPORT,
    name: "visitors",
    columns: [{ name: "visitor", title: "Visitor", type: "string", unit: "", definition: "" }],
  } as unknown as ReportInfo;
  const change = vi.fn();
  const { unmount } = renderApp(
    <MemoryRouter>
      <ReportCard
        report={report}
        view={{ ...VIEW, report: "visitors", visitor: "00ff" }}
        zone="UTC"
        onChange={change}
      />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/has 16 characters/)).toBeVisible();
  await waitFor(() => expect(looked).toEqual([null]));
  unmount();

  renderApp(
    <MemoryRouter>
      <ReportCard
        report={report}
        view={{ ...VIEW, report: "visitors", visitor: "00000000A1B2C3D4" }}
        zone="UTC"
        onChange={change}
      />
    </MemoryRouter>,
  );
  await waitFor(() => expect(looked).toEqual([null, "00000000A1B2C3D4"]));
});
