import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { SharedDashboard } from "@/features/insights/analytics/components/shared-dashboard";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const NUMBERS = {
  scans: 7,
  people: 5,
  new: 3,
  returning: 2,
  visits: 6,
  views: 4,
  submits: 0,
  votes: 0,
  plays: 0,
  redemptions: 0,
  bots: 0,
};
const BOARD = {
  name: "For partners",
  organization: { name: "Harbor Coffee", logo: "/media/logo.png", color: "#0a7f5c" },
  question: { interval: "30day", filters: { code: ["2345678ABC"] }, include_bots: false },
  labels: { code: { "2345678ABC": "Menu at the door" }, folder: {} },
  range_is_fixed: true,
  time_zone: "America/New_York",
  week_start: "monday",
  properties: ["store"],
  expires_at: "2027-01-01T12:00:00Z",
};
const ANSWER = {
  from: "2026-06-01T00:00:00-04:00",
  to: "2026-06-03T00:00:00-04:00",
  previous_from: "2026-05-30T00:00:00-04:00",
  previous_to: "2026-06-01T00:00:00-04:00",
  timezone: "America/New_York",
  granularity: "day",
  as_of: null,
  tail_events: 0,
  totals: NUMBERS,
  previous: NUMBERS,
  series: [{ at: "2026-06-01T00:00:00-04:00", ...NUMBERS }],
  breakdowns: { code: [{ key: "2345678ABC", label: "Menu at the door", ...NUMBERS }] },
  definitions: {},
};

function answering(answers: Record<string, [number, unknown]>) {
  const asked: string[] = [];
  vi.spyOn(calls, "POST").mockImplementation((path: string) => {
    asked.push(path);
    const [status, body] = answers[path] ?? [401, {}];
    const response = new Response(null, { status });
    return Promise.resolve(status < 400 ? { data: body, response } : { error: body, response });
  });
  return asked;
}

function open() {
  renderApp(
    <MemoryRouter initialEntries={["/shared/some.token"]}>
      <SharedDashboard token="some.token" />
    </MemoryRouter>,
  );
}

afterEach(() => vi.restoreAllMocks());

test.each([
  [410, "link_expired", "This link has expired"],
  [404, "link_not_found", "Link not found"],
])("a link that answers %i says so", async (status, code, title) => {
  answering({ "/v1/open-share-link": [status, { code, message: "Ask for a new one.", status }] });

  open();

  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
});

test("a shared link shows its numbers, makes no calls for members and offers no export", async () => {
  const asked = answering({ "/v1/open-share-link": [200, BOARD], "/v1/ask-share-link": [200, ANSWER] });

  open();

  expect((await screen.findByTestId("kpi-scans")).textContent).toBe("7");
  expect(screen.getByText("Code: Menu at the door")).toBeTruthy();
  expect(screen.getByText("Harbor Coffee")).toBeTruthy();
  expect(screen.queryByTestId("range-picker")).toBeNull();
  expect(screen.queryByRole("button", { name: /Export/ })).toBeNull();
  expect([...new Set(asked)].sort()).toEqual(["/v1/ask-share-link", "/v1/open-share-link"]);
});
