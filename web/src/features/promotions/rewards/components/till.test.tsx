import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Till } from "@/features/promotions/rewards/components/till";
import { api } from "@/shared/api/client";
import { renderApp } from "@/shared/testing/render";

const CARD = {
  swapt_card_id: "card_1",
  customer_id: "cus_1",
  first_name: "Ana",
  balances: [{ unit: "stamps", available: 3, pending: 0, next_expiry: null, expiring: 0 }],
  tier: { name: null, points: 0, next_name: null, next_points: null },
  stamps_goal: 10,
  rewards: [
    { reward_id: "rwd_1", name: "Coffee", unit: "stamps", price: 2, can_take: true, reason: null },
    { reward_id: "rwd_2", name: "Cake", unit: "stamps", price: 9, can_take: false, reason: "balance" },
  ],
  awards: [],
  history: [],
};

function serving() {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(api, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const answers: Record<string, unknown> = {
      "/v1/rewards/get-swapt-card": CARD,
      "/v1/rewards/post-swapt-card": { movement_id: "mov_1", card: CARD },
      "/v1/rewards/redeem": { award: { award_id: "awd_1" }, card: CARD },
    };
    return Promise.resolve({ data: answers[path] ?? { items: [] }, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string) {
  renderApp(
    <MemoryRouter>
      <Till role={role} />
    </MemoryRouter>,
  );
}

async function findAna() {
  const person = userEvent.setup();
  const sent = serving();
  show("editor");
  await person.type(screen.getByLabelText("Phone, email or card"), "+14155552671");
  await person.click(screen.getByRole("button", { name: "Find" }));
  await screen.findByRole("heading", { name: "Ana" });
  return { person, sent: (path: string) => sent.filter(([one]) => one === path).map(([, body]) => body) };
}

test("stamps are given once under a key, and can be undone", async () => {
  const { person, sent } = await findAna();

  await person.click(screen.getByRole("button", { name: "Give" }));
  await person.click(await screen.findByRole("button", { name: "Undo" }));

  await waitFor(() => {
    expect(sent("/v1/rewards/post-swapt-card")).toHaveLength(2);
  });
  const [given, undone] = sent("/v1/rewards/post-swapt-card");
  expect(given).toMatchObject({ swapt_card_id: "card_1", action: "add", unit: "stamps", amount: 1 });
  expect(given?.idempotency_key).toBeTruthy();
  expect(undone).toMatchObject({ action: "undo", movement_id: "mov_1" });
});

test("only what the balance allows can be redeemed", async () => {
  const { person, sent } = await findAna();

  expect(screen.getByRole("button", { name: "Redeem Cake" })).toHaveProperty("disabled", true);
  await person.click(screen.getByRole("button", { name: "Redeem Coffee" }));

  expect(await screen.findByText("Coffee redeemed")).toBeTruthy();
  expect(sent("/v1/rewards/redeem")[0]).toMatchObject({ reward_id: "rwd_1", action: "redeem" });
});

test("a viewer is told who can use the till", () => {
  serving();

  show("viewer");

  expect(screen.getByText("You are a viewer")).toBeTruthy();
});
