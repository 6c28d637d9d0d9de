import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CustomerLedger } from "@/features/promotions/rewards/components/customer-ledger";
import { ProgramDialog } from "@/features/promotions/rewards/components/program-dialog";
import { RewardForm } from "@/features/promotions/rewards/components/reward-form";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const PROGRAM = {
  stamps_goal: 10,
  points_expire_days: null,
  stamps_expire_days: null,
  pending_days: 0,
  daily_points: null,
  daily_stamps: null,
  tier_days: 365,
  grace_days: 30,
  tiers: [{ name: "Gold", points: 500 }],
};
const LEDGER = { customer_id: "cus_1", balances: [], tier: { name: null }, items: [], page: 1, pageSize: 10, total: 0 };

/** Mocks the server, and returns the request bodies that were sent to a path. */
function serving(path: string) {
  const sent: Record<string, unknown>[] = [];
  const answers: Record<string, unknown> = {
    "/v1/rewards/get-program": PROGRAM,
    "/v1/rewards/get-ledger": LEDGER,
    "/v1/rewards/post-swapt-card": { movement_id: "mov_1" },
  };
  vi.spyOn(calls, "POST").mockImplementation(((to: string, { body }: { body: Record<string, unknown> }) => {
    if (to === path) {
      sent.push(body);
    }
    return Promise.resolve({ data: answers[to] ?? { items: [] }, response: new Response() });
  }) as never);
  return sent;
}

async function retype(label: string | RegExp, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
  return field;
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

test("a price with a separator is rejected at its field, and not saved as 1", async () => {
  const sent = serving("/v1/register-reward");
  renderApp(<RewardForm reward={null} onDone={() => undefined} />);
  await retype(/^Name/, "Cake");
  const price = await retype("Price", "1,000");

  await save();
  expect(price).toHaveAccessibleDescription("Enter a whole number, without separators");
  expect(sent).toEqual([]);

  await retype("Price", "1000");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ reward_list: [{ name: "Cake", price: 1000 }] });
});

test("limits and tiers of the programme accept only whole numbers", async () => {
  const sent = serving("/v1/rewards/save-program");
  renderApp(<ProgramDialog onDone={() => undefined} />);
  await screen.findByLabelText("Most points in 24 hours");
  const most = await retype("Most points in 24 hours", "1.000");
  const tier = await retype("Points for tier 1", "2,000");

  await save();
  for (const field of [most, tier]) {
    expect(field).toHaveAccessibleDescription("Enter a whole number, without separators");
  }
  expect(sent).toEqual([]);

  await retype("Most points in 24 hours", "1000");
  await retype("Points for tier 1", "2000");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ daily_points: 1000, tiers: [{ name: "Gold", points: 2000 }] });
});

test("a correction accepts a whole number, with a minus sign to deduct", async () => {
  const sent = serving("/v1/rewards/post-swapt-card");
  renderApp(<CustomerLedger customerId="cus_1" mayEdit />);
  await userEvent.click(await screen.findByRole("button", { name: "Correct" }));
  const amount = await retype("Amount", "-1.000");

  await save();
  expect(amount).toHaveAccessibleDescription("Enter a whole number, without separators");
  expect(sent).toEqual([]);

  await retype("Amount", "-1000");
  await save();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ action: "correct", amount: -1000 });
});
