import { screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/features/messaging/campaigns/api/campaigns";
import { EditHistory } from "@/features/messaging/campaigns/components/edit-history";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const PLAN = {
  name: "Spring",
  channel: "sms",
  purpose: "marketing",
  audience: { kind: "everyone", id: null },
  variants: [{ key: "a", share: 100, contents: [{ language: "en", sms: "Cake!" }] }],
  experiment: { holdout: 0, test_share: 100, winner_after_hours: 24, winner_by: "clicks" },
  schedule: { kind: "now" },
  code_id: null,
  reward_id: null,
  window_hours: 72,
};
const CAMPAIGN = { ...PLAN, campaign_id: "cmp_1", revision: 2 } as unknown as Campaign;
const EDITS = [
  {
    revision: 2,
    changed: ["name"],
    before: { ...PLAN, name: "Winter" },
    edited_at: "2026-05-02T08:00:00Z",
    edited_by: "usr_1",
  },
  { revision: 1, changed: [], before: null, edited_at: "2026-05-01T08:00:00Z", edited_by: "key_1" },
];

afterEach(() => vi.restoreAllMocks());

test("every change shows its author, its time, and the previous value", async () => {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    "/v1/list-campaign-edits": { items: EDITS, total: 2, page: 1, pageSize: 10 },
    "/v1/fetch-all-users": { items: [{ user_id: "usr_1", name: "Kim" }], total: 1, page: 1, pageSize: 100 },
  };
  vi.spyOn(calls, "POST").mockImplementation((path: string) =>
    Promise.resolve({ data: answers[path] ?? { items: [], total: 0 }, response: new Response() }),
  );
  const router = createMemoryRouter([{ path: "/", element: <EditHistory campaign={CAMPAIGN} onClose={vi.fn()} /> }]);
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit history" });
  const [newest, first] = await within(dialog).findAllByText(/^(Kim|An API key)$/);
  expect([newest?.textContent, first?.textContent]).toEqual(["Kim", "An API key"]);
  expect(within(dialog).getByText(/Winter.*Spring/)).toBeVisible();
});
