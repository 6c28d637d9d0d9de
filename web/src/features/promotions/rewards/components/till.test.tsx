import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { Till } from "@/features/promotions/rewards/components/till";
import { enqueue } from "@/features/promotions/rewards/till-queue";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

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
  awards: [
    { award_id: "awd_1", name: "Tea", state: "open", expires_at: null },
    { award_id: "awd_2", name: "Old cake", state: "open", expires_at: "2020-01-01T00:00:00Z" },
    { award_id: "awd_3", name: "Scone", state: "redeemed", expires_at: null, can_undo: true, redemption_id: "rdm_3" },
  ],
  history: [],
};

interface Problem {
  status: number;
  code: string;
  message: string;
}
const NO_CUSTOMER: Problem = { status: 404, code: "customer_not_found", message: "Customer not found." };

/** Mocks the server, with errors where given, and returns the requests. */
function serving(problems: Record<string, Problem> = {}) {
  const sent: [string, Record<string, unknown>][] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    sent.push([path, body]);
    const error = problems[path];
    if (error !== undefined) {
      return Promise.resolve({ error, response: new Response("", { status: error.status }) });
    }
    const answers: Record<string, unknown> = {
      "/v1/rewards/get-swapt-card": CARD,
      "/v1/rewards/post-swapt-card": { movement_id: "mov_1", card: CARD },
      "/v1/rewards/redeem": { award: { award_id: "awd_1" }, card: CARD },
    };
    return Promise.resolve({ data: answers[path] ?? { items: [] }, response: new Response() });
  }) as never);
  return sent;
}

function show(role: string, place = "") {
  renderApp(
    <MemoryRouter initialEntries={[`/admin/till${place}`]}>
      <Till role={role} owner="mia" />
    </MemoryRouter>,
  );
}

async function findAna(place = "", problems: Record<string, Problem> = {}) {
  const person = userEvent.setup();
  const sent = serving(problems);
  show("editor", place);
  await person.type(screen.getByLabelText("Phone, email or customer number"), "+14155552671");
  await person.click(screen.getByRole("button", { name: "Find" }));
  await screen.findByRole("heading", { name: "Ana" });
  return { person, sent: (path: string) => sent.filter(([one]) => one === path).map(([, body]) => body) };
}

test("stamps are given once per idempotency key, however fast the clicks are, and can be undone", async () => {
  const { sent } = await findAna();

  const give = screen.getByRole("button", { name: "Give" });
  act(() => {
    give.click();
    give.click();
  });
  const undo = await screen.findByRole("button", { name: "Undo" });
  await waitFor(() => expect(undo).toBeEnabled());
  act(() => {
    undo.click();
    undo.click();
  });

  await waitFor(() => {
    expect(sent("/v1/rewards/post-swapt-card")).toHaveLength(2);
  });
  const [given, undone] = sent("/v1/rewards/post-swapt-card");
  expect(given).toMatchObject({ swapt_card_id: "card_1", action: "add", unit: "stamps", amount: 1 });
  expect(given?.idempotency_key).toBeTruthy();
  expect(undone).toMatchObject({ action: "undo", movement_id: "mov_1" });
});

test("the second click of a double click has no effect, even if the response arrives between the two", async () => {
  const { person, sent } = await findAna();

  const give = screen.getByRole("button", { name: "Give" });
  await person.click(give);
  await screen.findByText("1 stamp given");
  act(() => {
    give.click();
    screen.getByRole("button", { name: "Redeem Coffee" }).click();
  });
  expect(sent("/v1/rewards/post-swapt-card")).toHaveLength(1);
  expect(sent("/v1/rewards/redeem")).toEqual([]);

  await waitFor(() => expect(give).toBeEnabled());
  await person.click(give);
  await waitFor(() => expect(sent("/v1/rewards/post-swapt-card")).toHaveLength(2));
});

test("a recent redemption on the card can be undone", async () => {
  const { person, sent } = await findAna();

  await person.click(screen.getByRole("button", { name: "Undo Scone" }));

  await waitFor(() => {
    expect(sent("/v1/rewards/redeem")).toMatchObject([{ action: "undo", award_id: "awd_3", redemption_id: "rdm_3" }]);
  });
});

test("only rewards that the balance covers can be redeemed", async () => {
  const { person, sent } = await findAna();

  expect(screen.getByRole("button", { name: "Redeem Cake" })).toHaveProperty("disabled", true);
  await person.click(screen.getByRole("button", { name: "Redeem Coffee" }));

  expect(await screen.findByText("Coffee redeemed")).toBeTruthy();
  expect(sent("/v1/rewards/redeem")[0]).toMatchObject({ reward_id: "rwd_1", action: "redeem" });
});

test("after a lost response an action keeps its idempotency key, whatever else succeeds in the meantime", async () => {
  const path = "/v1/rewards/post-swapt-card";
  const problems: Record<string, Problem> = { [path]: { status: 503, code: "busy", message: "Try again later." } };
  const { person, sent } = await findAna("", problems);
  const give = screen.getByRole("button", { name: "Give" });

  await person.click(give);
  await screen.findByText("Try again later.");
  await person.click(screen.getByRole("button", { name: "Redeem Coffee" }));
  await screen.findByText("Coffee redeemed");
  await waitFor(() => expect(give).toBeEnabled());
  Reflect.deleteProperty(problems, path);
  await person.type(screen.getByLabelText("Amount"), "{Home}0");
  await person.click(give);
  await screen.findByText("1 stamp given");
  await waitFor(() => expect(give).toBeEnabled());
  await person.click(give);

  await waitFor(() => expect(sent(path)).toHaveLength(3));
  const [lost, again, another] = sent(path).map((body) => body.idempotency_key);
  expect(again).toBe(lost);
  expect(another).not.toBe(lost);
});

test("an awarded reward is offered until it expires", async () => {
  await findAna();

  expect(screen.getByRole("button", { name: "Redeem Tea" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Redeem Old cake" })).toBeNull();
});

test("a card is fetched for the place of the till", async () => {
  const { sent } = await findAna("?place=ABCDEFGHJK");

  expect(sent("/v1/rewards/get-swapt-card")).toEqual([{ phone: "+14155552671", code_id: "ABCDEFGHJK" }]);
});

test("a card is created for the customer who was searched for, not for what was typed since", async () => {
  const person = userEvent.setup();
  const sent = serving({ "/v1/rewards/get-swapt-card": NO_CUSTOMER });
  show("editor");
  const field = screen.getByLabelText("Phone, email or customer number");
  await person.type(field, "+14155552671");
  await person.click(screen.getByRole("button", { name: "Find" }));
  const create = await screen.findByRole("button", { name: "Create a card" });

  await person.type(field, "9");
  await person.click(create);

  await screen.findByRole("heading", { name: "Ana" });
  const made = sent.filter(([path]) => path === "/v1/rewards/post-swapt-card").map(([, body]) => body);
  expect(made).toMatchObject([{ phone: "+14155552671", action: "create" }]);
});

test("a missing place offers no new card", async () => {
  const person = userEvent.setup();
  serving({ "/v1/rewards/get-swapt-card": { status: 404, code: "code_not_found", message: "Code not found." } });
  show("editor", "?place=ABCDEFGHJK");

  await person.type(screen.getByLabelText("Phone, email or customer number"), "+14155552671");
  await person.click(screen.getByRole("button", { name: "Find" }));

  expect(await screen.findByText("Code not found.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create a card" })).toBeNull();
});

test("offline with a card open, nothing can be pressed, and the till says why", async () => {
  const { sent } = await findAna();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));

  expect(screen.getByRole("status")).toHaveTextContent(/^You are offline. Nothing can be given or redeemed/);
  for (const name of ["Give", "Redeem Coffee", "Redeem Tea", "Undo Scone"]) {
    expect(screen.getByRole("button", { name })).toBeDisabled();
  }
  expect(screen.getByRole("button", { name: "Next customer" })).toBeEnabled();

  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("button", { name: "Give" })).toBeEnabled();
  expect(screen.queryByRole("status")).toBeNull();
  expect(sent("/v1/rewards/post-swapt-card")).toEqual([]);
});

test("stamps given offline are sent once there is a network, and a refusal shows why", async () => {
  localStorage.clear();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const path = "/v1/rewards/post-swapt-card";
  const problems: Record<string, Problem> = {
    [path]: { status: 409, code: "daily_limit", message: "That is more than allowed in a day." },
  };
  const person = userEvent.setup();
  const sent = serving(problems);
  show("editor");
  await person.type(screen.getByLabelText("Phone, email or customer number"), "+14155552671");
  expect(screen.getByText(/Rewards can’t be redeemed offline/)).toBeTruthy();

  await person.click(screen.getByRole("button", { name: "Give later" }));
  expect(await screen.findByText("Given offline, not sent yet: 1")).toBeTruthy();
  expect(sent.filter(([one]) => one === path)).toEqual([]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));

  expect(await screen.findByText(/That is more than allowed in a day/)).toBeTruthy();
  const bodies = sent.filter(([one]) => one === path).map(([, body]) => body);
  expect(bodies).toMatchObject([{ phone: "+14155552671", action: "add", unit: "stamps", amount: 1 }]);
  expect(bodies[0]?.note).toMatch(/^Given offline: /);
  await person.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText(/That is more than allowed/)).toBeNull();
});

test("requests that a busy server rejected are retried automatically under the same key", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    localStorage.clear();
    const path = "/v1/rewards/post-swapt-card";
    const problems: Record<string, Problem> = { [path]: { status: 503, code: "busy", message: "Try again." } };
    const sent = serving(problems);
    const keys = () => sent.filter(([one]) => one === path).map(([, body]) => body.idempotency_key);
    const at = "2026-05-01T08:00:00.000Z";
    enqueue("mia", { key: "a", who: { phone: "+14155552671" }, unit: "stamps", amount: 1, place: null, at });
    show("editor");
    await waitFor(() => expect(keys()).toEqual(["a"]));

    Reflect.deleteProperty(problems, path);
    await vi.advanceTimersByTimeAsync(10_000);

    await waitFor(() => expect(screen.queryByText("Given offline, not sent yet: 1")).toBeNull());
    await vi.advanceTimersByTimeAsync(30_000);
    expect(keys()).toEqual(["a", "a"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a viewer sees who can use the till", () => {
  serving();

  show("viewer");

  expect(screen.getByText("You are a viewer")).toBeTruthy();
});
