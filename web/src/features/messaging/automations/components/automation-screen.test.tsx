import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { AutomationScreen } from "@/features/messaging/automations/components/automation-screen";
import { messageOf, waitOf } from "@/features/messaging/automations/steps";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const PLAN = {
  name: "Welcome",
  trigger: { kind: "submit" },
  steps: [messageOf("s1", "sms", { sms: "Hello." }), waitOf("s2", 3)],
  again_after_days: null,
  goal: { kind: "order" },
  segment_id: null,
};
const AUTOMATION = {
  automation_id: "aut_1",
  state: "draft",
  is_rule: false,
  plan: PLAN,
  revision: 2,
  live_revision: null,
  has_unused_changes: false,
  created_at: "2026-05-01T08:00:00Z",
  created_by: null,
  updated_at: "2026-05-01T08:00:00Z",
  updated_by: null,
  turned_on_at: null,
};
const TRIAL = {
  entered: 4,
  people: 3,
  messages: 2,
  refused: [{ reason: "no_consent", people: 1 }],
  steps: [],
  sample: [
    {
      customer_id: "cus_1",
      first_name: "Ana",
      last_name: null,
      number: "K7",
      entered_at: "2026-05-01T08:00:00Z",
      messages: 2,
      reasons: [],
    },
  ],
  checked: 3,
  is_estimate: false,
  until: "2026-05-01T08:00:00Z",
};
const EDITORS = { content: () => <p>Texts</p>, rules: () => <p>Rules</p> };

afterEach(() => vi.restoreAllMocks());

function show(automation: object, more: Record<string, unknown> = {}, search = "") {
  const answers: Record<string, unknown> = {
    "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
    "/v1/get-automation": automation,
    "/v1/get-automation-report": {
      since: "2026-05-01T08:00:00Z",
      entered: 5,
      people_in: 2,
      converted: 1,
      ends: [{ reason: "goal", people: 1 }],
      waiting: [{ step_id: "s2", people: 2 }],
      passed_over: [],
      messages: [{ step_id: "s1", channel: "sms", state: "delivered", reason: "", messages: 4, clicked: 1 }],
    },
    "/v1/try-automation": { job_id: "job_1" },
    "/v1/get-automation-trial": { state: "done", error: null, trial: TRIAL },
    "/v1/change-automation": { ...automation, state: "on" },
    "/v1/list-segments": { items: [], total: 0, page: 1, pageSize: 100 },
    "/v1/get-all-qr-codes/get-name-id": { items: [] },
    ...more,
  };
  const post = vi
    .spyOn(calls, "POST")
    .mockImplementation((path: string) => Promise.resolve({ data: answers[path], response: new Response() }));
  const element = <AutomationScreen editors={EDITORS} />;
  const router = createMemoryRouter([{ path: "/admin/automations/:automationId", element }], {
    initialEntries: [`/admin/automations/aut_1${search}`],
  });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  return post;
}

test("an automation is tried, then switched on after a confirmation", async () => {
  const post = show(AUTOMATION);
  fireEvent.click(await screen.findByRole("button", { name: "Try with the last 30 days" }));
  expect(await screen.findByText("Would have sent 2 messages")).toBeVisible();
  expect(screen.getByText("Never agreed")).toBeVisible();
  expect(screen.getByRole("link", { name: "Ana" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Switch on" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Switch on" }));
  await waitFor(() =>
    expect(post).toHaveBeenCalledWith("/v1/change-automation", {
      body: { automation_id: "aut_1", action: "turn_on", revision: 2 },
      headers: { "Idempotency-Key": expect.any(String) as string },
    }),
  );
});

test("steps are moved and deleted with buttons, and a change can be saved", async () => {
  const post = show(AUTOMATION);
  fireEvent.click(await screen.findByRole("button", { name: "Move up: Wait 3 days" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete: Text message" }));
  expect(screen.getByRole("button", { name: "Switch on" })).toBeDisabled();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    const saved = post.mock.calls.find(([path]) => path === "/v1/save-automation");
    expect(saved?.[1]).toMatchObject({ body: { automation_id: "aut_1", revision: 2, steps: [{ id: "s2" }] } });
  });
});

test("a trial stays valid when the plan that was tried is saved", async () => {
  const post = show(AUTOMATION, { "/v1/save-automation": { ...AUTOMATION, revision: 3 } });
  fireEvent.click(await screen.findByRole("button", { name: "Move up: Wait 3 days" }));
  fireEvent.click(screen.getByRole("button", { name: "Try with the last 30 days" }));
  expect(await screen.findByText("Would have sent 2 messages")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(post.mock.calls.map(([path]) => path)).toContain("/v1/save-automation"));
  expect(await screen.findByText("Saved")).toBeVisible();

  expect(screen.getByText("Would have sent 2 messages")).toBeVisible();
  expect(screen.queryByText(/You have changed the automation since/)).toBeNull();
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
});

test("the report shows what was sent and why people left", async () => {
  show({ ...AUTOMATION, state: "on", live_revision: 2 }, {}, "?view=report");
  expect(await screen.findByText("Reached the goal")).toBeVisible();
  expect(screen.getByText("Delivered")).toBeVisible();
});

test("an automation with an incomplete time is not saved with the earlier one", async () => {
  const post = show({ ...AUTOMATION, plan: { ...PLAN, trigger: { kind: "birthday", at: "10:00" } } });
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "Hello" } });
  const time = screen.getByLabelText("From this time, in their time zone");
  Object.defineProperty(time, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(time).toHaveFocus();
  expect(post.mock.calls.map(([path]) => path)).not.toContain("/v1/save-automation");
});
