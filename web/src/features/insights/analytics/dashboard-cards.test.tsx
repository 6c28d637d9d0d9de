import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ChangeLine } from "@/features/insights/analytics/components/change-line";
import EventsDialog from "@/features/insights/analytics/components/events-dialog";
import { FunnelCard } from "@/features/insights/analytics/components/funnel-card";
import { HeatMapCard } from "@/features/insights/analytics/components/heat-map-card";
import { LiveCard } from "@/features/insights/analytics/components/live-card";
import { MapTable } from "@/features/insights/analytics/components/map-table";
import { RetentionCard } from "@/features/insights/analytics/components/retention-card";
import { renderApp } from "@/shared/testing/render";
import { stubIntersectionObserver } from "@/shared/testing/intersection";
import { calls } from "@/shared/testing/calls";

const EVENT = {
  id: "0-1",
  occurred_at: "2026-03-10T12:00:00+00:00",
  received_at: "2026-03-10T12:00:01+00:00",
  type: "scan",
  visitor: "00000000a1b2c3d4",
  code_id: "menu",
  code_name: "Menu",
  city: "Zürich",
  country: "CH",
  device: "phone",
  is_bot: false,
  is_preview: false,
  is_duplicate: true,
};
const RANGE = { from: "2026-03-03T00:00:00+00:00", to: "2026-03-10T00:00:00+00:00", timezone: "UTC", as_of: null };
const asked: { path: string; body: unknown }[] = [];
let answers: Record<string, (body: Record<string, unknown>) => unknown> = {};

beforeEach(() => {
  asked.length = 0;
  localStorage.clear();
  stubIntersectionObserver();
  const answer = async (path: string, body: Record<string, unknown>) => {
    asked.push({ path, body });
    return { data: (await answers[path]?.(body)) ?? { items: [] }, response: new Response() };
  };
  vi.spyOn(calls, "POST").mockImplementation(((path: string, init: { body: Record<string, unknown> }) =>
    answer(path, init.body)) as never);
  vi.spyOn(calls, "GET").mockImplementation(() => {
    const phrase = {
      at: RANGE.to,
      timezone: "UTC",
      minutes: Array.from({ length: 30 }, (_, place) => (place === 29 ? 2 : 0)),
      people: 1,
      events: [EVENT],
    };
    const body = new Response(`data: ${JSON.stringify(phrase)}\n\n`).body;
    return Promise.resolve({ data: body, response: new Response() });
  });
});

test("rows are shown page by page with the chosen columns, and the total as far as it is known", async () => {
  answers = {
    "/v1/get-events": ({ after }) => ({
      ...RANGE,
      items: [{ ...EVENT, id: after === null ? "0-2" : "0-1" }],
      total: after === null ? 2 : null,
      next: after === null ? "later" : null,
    }),
  };
  renderApp(<EventsDialog question={{ interval: "7day" }} metric="scans" onClose={() => undefined} />);

  expect(await screen.findByText("1 of 2 rows, newest first")).toBeVisible();
  fireEvent.click(screen.getByText("Show more"));
  expect(await screen.findByText("2 of 2 rows, newest first")).toBeVisible();
  expect(screen.queryByText("Show more")).toBeNull();
  expect(screen.getAllByText("Repeat within 30 minutes")).toHaveLength(2);

  fireEvent.click(screen.getByText("Columns"));
  fireEvent.click(screen.getByText("Verdict", { selector: "[role=menuitemcheckbox] *" }));
  expect(screen.queryByText("Repeat within 30 minutes")).toBeNull();
});

test("a click on a visitor's name shows only their events, and an incomplete name filters nothing", async () => {
  answers = { "/v1/get-events": () => ({ ...RANGE, items: [EVENT], total: 1, next: null }) };
  renderApp(<EventsDialog question={{ interval: "7day" }} metric={null} onClose={() => undefined} />);
  const ofVisitors = () =>
    asked
      .filter(({ path }) => path === "/v1/get-events")
      .map(({ body }) => (body as { visitor: string | null }).visitor);

  fireEvent.click(await screen.findByRole("button", { name: `Only visitor ${EVENT.visitor}` }));
  await waitFor(() => expect(ofVisitors()).toEqual([null, EVENT.visitor]));

  fireEvent.change(screen.getByLabelText("Find a visitor"), { target: { value: "a1b2" } });
  expect(await screen.findByText(/has 16 characters/)).toBeVisible();
  expect(ofVisitors().filter((name) => name === "a1b2")).toEqual([]);
});

test("a cause links to its filter, and an ordinary change is not mentioned", async () => {
  const cause = { dimension: "country", key: "NP", label: null, now: 90, before: 10, share: 0.8 };
  const move = { ...RANGE, now: 200, before: 100, rule: "By a rule.", metric: "scans" };
  const filters: string[] = [];
  const line = (
    <ChangeLine
      question={{ interval: "7day" }}
      metric="people"
      onFilter={(dimension, value) => filters.push(dimension, value)}
      onTime={() => undefined}
    />
  );
  answers = { "/v1/explain-change": () => ({ ...move, is_ordinary: false, causes: [cause] }) };
  const view = renderApp(line);

  await userEvent.setup().click(await screen.findByRole("button", { name: "Nepal" }));
  expect(filters).toEqual(["country", "NP"]);
  expect(asked[0]?.body).toMatchObject({ metric: "scans" });
  expect(view.container).toHaveTextContent(
    "Scans rose by 100 (+100%) compared with the previous period. Nepal: 80% of the change (90 now, 10 before).",
  );

  view.unmount();
  answers = { "/v1/explain-change": () => ({ ...move, is_ordinary: true, causes: [] }) };
  const quiet = renderApp(line);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(quiet.container).toHaveTextContent("");
});

test("the funnel has its steps and revenue, and missing numbers are not invented", async () => {
  const row = {
    scans: 9,
    scan_people: 8,
    view_people: 6,
    view_reached: 4,
    view_share: 0.5,
    submit_people: 0,
    submit_share: 0,
    redemption_people: 2,
    order_people: 1,
    orders: 1,
    revenue_cents: 1250,
    currency: "USD",
    other_orders: 0,
  };
  answers = { "/v1/get-report": () => ({ ...RANGE, columns: [], rows: [row], total: 1 }) };
  renderApp(<FunnelCard question={{ interval: "7day" }} />);

  const card = await screen.findByRole("region", { name: "Funnel" });
  expect(await within(card).findByText("50%")).toBeVisible();
  expect(card).toHaveTextContent("view_people4 50%");
  // A person who redeems may not have sent a form, so this is not a step of the funnel, but a share of all who scanned.
  expect(card).toHaveTextContent("redemption_people2 25%");
  expect(card).toHaveTextContent("Revenue: $12.50 from 1 order");
});

test("cohorts are shown by week and month, and future weeks are empty", async () => {
  answers = {
    "/v1/get-report": ({ report }) => ({
      ...RANGE,
      columns: [],
      total: 3,
      rows:
        report === "retention_weeks"
          ? [
              { cohort: "2026-03-02", week: 0, people: 10, share: 1 },
              { cohort: "2026-03-02", week: 1, people: 10, share: 0.3 },
              { cohort: "2026-03-09", week: 0, people: 4, share: 1 },
            ]
          : [],
    }),
  };
  renderApp(<RetentionCard question={{ interval: "30day" }} />);

  expect(await screen.findByRole("cell", { name: "30%" })).toBeVisible();
  expect(screen.getAllByRole("cell", { name: "" })).toHaveLength(1);
  await userEvent.setup().click(screen.getByRole("button", { name: "Months" }));
  expect(await screen.findByText("No new visitors with a cookie in this range")).toBeVisible();
});

test("the live view shows new events and that it is live", async () => {
  renderApp(
    <MemoryRouter>
      <LiveCard filters={{}} includeBots={false} />
    </MemoryRouter>,
  );
  expect(await screen.findByText("2 scans by 1 person in the last 30 minutes")).toBeVisible();
  expect(screen.getByRole("list", { name: "Latest events" })).toHaveTextContent(
    "Scan of menu · Zürich, Switzerland · Phone",
  );
  expect(screen.getByRole("status")).toHaveTextContent("Live");
});

test("the table next to the map highlights the focused row and filters by the selected one", async () => {
  const marked: (string | null)[] = [];
  const chosen: string[] = [];
  renderApp(
    <MapTable
      unit="Scans"
      countries={[{ id: "NP", name: "Nepal", value: 3 }]}
      places={[]}
      onMark={(code) => marked.push(code)}
      onCountry={(code) => chosen.push(code)}
      onPlace={() => undefined}
    />,
  );
  const user = userEvent.setup();
  screen.getByRole("button", { name: "Nepal" }).focus();
  expect(marked.at(-1)).toBe("NP");
  await user.click(screen.getByRole("button", { name: "Nepal" }));
  expect(chosen).toEqual(["NP"]);
  await user.click(screen.getByRole("tab", { name: "Places (0)" }));
  expect(screen.getByText(/No code has coordinates yet/)).toBeVisible();
});

test("the hours of another metric are fetched, and never shown from the previous result", async () => {
  let answered: (() => void) | undefined;
  answers = {
    "/v1/get-analytics": ({ metrics }) => {
      const [name = ""] = metrics as string[];
      const answer = {
        definitions: { [name]: name },
        breakdowns: {
          hour_by_weekday: [{ key: "2-09", label: null, scans: 0, views: 0, [name]: name === "scans" ? 7 : 5 }],
        },
      };
      return name === "scans" ? answer : new Promise((resolve) => (answered = () => resolve(answer)));
    },
  };
  function Switched() {
    const [metric, setMetric] = useState<"scans" | "views">("scans");
    return (
      <>
        <button onClick={() => setMetric("views")}>Views</button>
        <HeatMapCard question={{ interval: "7day" }} metric={metric} />
      </>
    );
  }
  renderApp(<Switched />);
  expect(await screen.findByText("Busiest: Tuesday from 9:00, 7 scans")).toBeVisible();

  fireEvent.click(screen.getByText("Views"));
  await waitFor(() => expect(answered).toBeDefined());
  expect(screen.queryByRole("table")).toBeNull();
  answered?.();

  expect(await screen.findByText("Busiest: Tuesday from 9:00, 5 views")).toBeVisible();
  const bodies = asked.filter(({ path }) => path === "/v1/get-analytics").map(({ body }) => body);
  expect(bodies).toMatchObject([
    { group_by: ["hour_by_weekday"], metrics: ["scans"], compare: "none" },
    { group_by: ["hour_by_weekday"], metrics: ["views"], compare: "none" },
  ]);
});
