import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { CampaignScreen } from "@/features/messaging/campaigns/components/campaign-screen";
import { emptyPlan } from "@/features/messaging/campaigns/words";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const CAMPAIGN = {
  ...emptyPlan("sms"),
  campaign_id: "cmp_1",
  name: "Cake",
  variants: [{ key: "a", share: 100, contents: [{ language: "en", sms: "Cake. Reply STOP to opt out." }] }],
  is_template: false,
  state: "draft",
  failure: null,
  starts_at: null,
  revision: 3,
  audience_size: null,
  needs_approval: false,
  created_at: "2026-05-01T08:00:00Z",
  created_by: null,
  updated_at: "2026-05-01T08:00:00Z",
  started_at: null,
  finished_at: null,
  is_archived: false,
  winner: null,
  asked_by: null,
  asked_at: null,
  approved_by: null,
  approved_at: null,
};

const CHECK = {
  audience: 10,
  checked: 10,
  is_estimate: false,
  texts_per_second: 1,
  texts_take_seconds: 90,
  would_get: 7,
  deferred: 2,
  channels: [{ channel: "sms", people: 7 }],
  refused: [{ reason: "no_consent", people: 3 }],
  languages: [{ reason: "en", people: 7 }],
  segments: 7,
  countries: [{ country: "PT", people: 7, segments: 7, cost_micros: 315_000 }],
  cost_micros: 315_000,
  currency: "EUR",
  findings: [{ severity: "warning", rule: "no_opt_out", variant: "a", language: "en", channel: "sms", detail: "" }],
  messages_left: 5,
  needs_approval: false,
  approval_above: null,
};

const LINK = { url: "https://gone.example/", variant: "a", language: "en", has_sample: false, state: "broken" };
const LINKS = { items: [{ ...LINK, reason: "It answers 404 (Not Found)." }], total: 21 };

afterEach(() => vi.restoreAllMocks());

function serving(campaign: object, more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    "/v1/get-campaign": campaign,
    "/v1/check-campaign": CHECK,
    "/v1/check-campaign-links": LINKS,
    "/v1/change-campaign": { ...campaign, state: "scheduled" },
    "/v1/list-segments": { items: [], total: 0, page: 1, pageSize: 100 },
    "/v1/get-folders": { items: [], total: 0, page: 1, pageSize: 100 },
    "/v1/get-all-qr-codes/get-name-id": { items: [] },
    ...more,
  };
  return vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
}

function show(search = "") {
  const router = createMemoryRouter([{ path: "/admin/campaigns/:campaignId", element: <CampaignScreen /> }], {
    initialEntries: [`/admin/campaigns/cmp_1${search}`],
  });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
}

test("the check shows who gets a draft and who doesn’t, and sending asks for confirmation", async () => {
  const post = serving(CAMPAIGN);
  show("?step=check");
  expect(await screen.findByText("Never agreed")).toBeVisible();
  expect(screen.getByText(/doesn’t say how to stop/)).toBeVisible();
  const links = await screen.findByRole("region", { name: "Links" });
  expect(within(links).getByText(/is broken: https:\/\/gone.example\//)).toBeVisible();
  expect(within(links).getByText("It answers 404 (Not Found). Version A, English")).toBeVisible();
  expect(within(links).getByText("Only the first 1 of 21 links were checked.")).toBeVisible();
  expect(screen.getAllByText(/€0\.315/).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("button", { name: "Send campaign" }));
  expect(screen.getByText(/5 messages left this month. 2 people would not get it/)).toBeVisible();
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("7 people get it.")).toBeVisible();
  fireEvent.click(within(dialog).getByRole("button", { name: "Send campaign" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/change-campaign", {
      body: { campaign_id: "cmp_1", action: "schedule", revision: 3 },
      headers: { "Idempotency-Key": expect.any(String) as string },
    }),
  );
});

test("a running campaign shows the status of its messages, and can be paused", async () => {
  const running = { ...CAMPAIGN, state: "running", audience_size: 10, started_at: "2026-05-01T08:00:00Z" };
  const post = serving(running, {
    "/v1/get-campaign-results": {
      as_of: null,
      window_hours: 72,
      goal: "clicks",
      versions: [],
      goals: [],
      hours: [],
      revenue: [],
      effect: [],
    },
    "/v1/get-campaign-report": {
      campaign: running,
      counts: [
        { variant: "a", channel: "sms", state: "delivered", reason: "", messages: 4, clicked: 1 },
        { variant: "a", channel: "sms", state: "refused", reason: "withdrawn", messages: 1, clicked: 0 },
      ],
      passed_over: { holdout: 1 },
      reached: 6,
      variants: [{ key: "a", messages: 4, delivered: 4, clicked: 1, chance: null }],
      segments: 4,
      cost_micros: 0,
      currency: null,
    },
  });
  show();
  expect(await screen.findByText("Unsubscribed")).toBeVisible();
  expect(screen.getByText("In the holdout group")).toBeVisible();
  expect(screen.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "60");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/change-campaign", {
      body: { campaign_id: "cmp_1", action: "pause" },
      headers: { "Idempotency-Key": expect.any(String) as string },
    }),
  );
});

test("a campaign with an incomplete time is not saved with the earlier one", async () => {
  const post = serving({ ...CAMPAIGN, schedule: { ...CAMPAIGN.schedule, kind: "at", at: "2026-12-24T10:00:00Z" } });
  show("?step=audience");
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Cakes" } });
  fireEvent.click(screen.getByRole("tab", { name: "3. When" }));
  const time = await screen.findByLabelText("Date and time");
  Object.defineProperty(time, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.blur(time);
  expect(screen.getByText("Complete the date, or clear it")).toBeVisible();

  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  fireEvent.click(screen.getByRole("tab", { name: "1. Audience" }));
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));

  expect(time).toHaveFocus();
  expect(screen.getByRole("tab", { name: "3. When" })).toHaveAttribute("aria-selected", "true");
  expect(post.mock.calls.map(([path]) => path)).not.toContain("/v1/save-campaign");
});
