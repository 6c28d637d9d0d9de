import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ReferralScreen } from "@/features/promotions/referrals/components/referral-screen";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const ANA = { customer_id: "cus_ana", name: "Ana", contact: "ana@example.com" };
const BEN = { customer_id: "cus_ben", name: null, contact: "ben@example.com" };
const DOUBTFUL = {
  referral_id: "ref_1",
  referrer: ANA,
  friend: BEN,
  source: "link",
  state: "doubtful",
  flags: ["same_device", "velocity"],
  created_at: "2026-05-01T08:00:00Z",
  act_by: "2026-05-31T08:00:00Z",
  action: null,
  acted_at: null,
  rewarded_at: null,
  problem: null,
  decision: null,
  decided_by: null,
  decided_at: null,
  note: null,
  rewards: [],
};
const PROGRAM = {
  is_active: true,
  codes_for: "everyone",
  actions: ["submit"],
  friend_reward: { kind: "points", amount: 20, reward_id: null },
  referrer_reward: { kind: "points", amount: 50, reward_id: null },
  upper_amounts: [],
  days_to_act: 30,
  cap_total: null,
  cap_count: 5,
  cap_days: 30,
  daily_limit: 10,
  words: {},
  code_id: null,
};
const node = (person: typeof ANA | typeof BEN, parent_id: string | null, level: number, friends: number) => ({
  person,
  parent_id,
  level,
  state: parent_id === null ? null : "held",
  friends,
  below: friends,
  cost_cents: 0,
});

function serving() {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const answers: Record<string, unknown> = {
      "/v1/list-referrals": { items: [DOUBTFUL], total: 1, page: 1, pageSize: 25 },
      "/v1/get-referral-program": PROGRAM,
      "/v1/save-referral-program": PROGRAM,
      "/v1/decide-referral": { ...DOUBTFUL, state: "held" },
      "/v1/refer-analysis": {
        totals: {},
        weeks: [],
        top: [],
        tree: [node(ANA, null, 0, 1), node(BEN, "cus_ana", 1, 2)],
        is_whole: false,
        definitions: {},
      },
    };
    return Promise.resolve({ data: answers[path] ?? {}, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string, query: string) {
  const routes = [{ path: "/admin/referrals", element: <ReferralScreen role={role} /> }];
  renderApp(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [`/admin/referrals${query}`] })} />);
}

test("a suspicious referral is approved with a reason", async () => {
  const sent = serving();
  const user = userEvent.setup();
  show("editor", "?tab=review");

  await user.click(await screen.findByRole("button", { name: "Approve the referral of ben@example.com" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  expect(dialog.getByText("Enter a reason")).toBeVisible();
  await user.type(dialog.getByRole("textbox", { name: "Reason" }), "Seen together");
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  const decision = { referral_id: "ref_1", action: "approve", note: "Seen together" };
  expect(sent).toContainEqual(["/v1/decide-referral", decision]);
});

test("a viewer can read the queue but not decide", async () => {
  serving();
  show("viewer", "?tab=review");

  expect(await screen.findByText("Same device")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
});

test("leaving with unsaved changes of the programme asks first", async () => {
  serving();
  const user = userEvent.setup();
  show("admin", "?tab=settings");

  await user.type(await screen.findByLabelText("Points for the friend"), "0");
  await user.click(screen.getByRole("tab", { name: "Tree" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  expect(screen.getByLabelText("Points for the friend")).toHaveValue("200");

  await user.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("Programme saved.");
  await user.click(screen.getByRole("tab", { name: "Tree" }));
  await waitFor(() => expect(screen.queryByLabelText("Points for the friend")).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the tree continues below a person whose friends are not shown", async () => {
  const sent = serving();
  const user = userEvent.setup();
  show("viewer", "?tab=tree");

  await user.click(await screen.findByRole("button", { name: "Show friends of ben@example.com" }));

  expect(await screen.findByRole("button", { name: "Show everybody" })).toBeVisible();
  expect(sent.map(([, body]) => body.id)).toContain("cus_ben");
});
