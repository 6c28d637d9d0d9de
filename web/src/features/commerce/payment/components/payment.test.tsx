import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Payment } from "@/features/commerce/payment/components/payment";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/shared/organization/organization", async (load) => ({
  ...(await load<object>()),
  useOrganization: () => ({ role: "admin" }),
  useOrganizationData: () => ({ data: { time_zone: "Pacific/Auckland" } }),
}));

const PRICE = { interval: "month", amounts: { usd: 2900, eur: 2700 }, currency: "usd", includes_tax: false };
const QUOTAS = { codes: 500, scans: 25_000, messages: 1000, seats: 5, domains: 1, retention_months: 24 };
const OPTIONS = {
  is_self_hosted: false,
  is_test: true,
  publishable_key: "pk_test_1",
  subscription: { state: "none", plan: "free", has_customer: false },
  plans: [
    { plan: "free", quotas: { ...QUOTAS, domains: 0 }, prices: [] },
    { plan: "starter", quotas: QUOTAS, prices: [PRICE] },
  ],
  credit_packs: [{ credits: 1000, price: { ...PRICE, interval: null } }],
  credits: 40,
  makes_promotions: false,
};
const USAGE = {
  is_self_hosted: false,
  plan: "free",
  month: "2026-11-01",
  quotas: [{ quota: "codes", used: 25, allowed: 25, more_in: "starter" }],
  state: "none",
  grace_until: null,
  history: { months: null, own_months: null, plan_months: 12, plan_applies_from: "2027-02-26T10:00:00Z" },
  scans: [
    { day: "2026-11-01", scans: 2, total: 2 },
    { day: "2026-11-02", scans: 1, total: 3 },
  ],
  messages: [
    { day: "2026-11-01", total: 4 },
    { day: "2026-11-02", total: 9 },
  ],
};

function open(answers: Record<string, unknown>, address = "/admin/payment", beside: ReactNode = null) {
  const post = vi.spyOn(calls, "POST").mockImplementation((path) => {
    const data = answers[path];
    return Promise.resolve(
      data === undefined
        ? { error: { message: "It does not answer." }, response: new Response(null, { status: 503 }) }
        : { data, response: new Response() },
    );
  });
  renderApp(
    <MemoryRouter initialEntries={[address]}>
      <Payment />
      {beside}
    </MemoryRouter>,
  );
  return post;
}

const SHOWN = { "/v1/stripe-get-options": OPTIONS, "/v1/get-plan-usage": USAGE };

afterEach(() => vi.restoreAllMocks());

test("shows plans, credits and usage", async () => {
  open(SHOWN);

  expect(await screen.findByRole("button", { name: "Choose Starter" })).toBeVisible();
  expect(screen.getByText(/test mode/)).toBeVisible();
  expect(screen.getByText("40 messages")).toBeVisible();
  expect(await screen.findByText("25 of 25")).toBeVisible();
  expect(screen.getByText(/You have used up part of your plan/)).toBeVisible();
});

test("shows the retention of events, and the date from which the plan shortens it", async () => {
  open(SHOWN);
  expect(await screen.findByText("Events are kept forever")).toBeVisible();
  expect(screen.getByText(/^From .*26, 2027 on your plan keeps them for 12 months/)).toBeVisible();
});

test("dates are those of the organisation's time zone", async () => {
  const evening = "2027-02-26T18:00:00Z"; // in Auckland, it is the morning of the 27th
  const subscription = { state: "active", plan: "starter", paid_plan: "starter", period_end: evening };
  open({
    "/v1/stripe-get-options": { ...OPTIONS, subscription: { ...subscription, has_customer: true } },
    "/v1/get-plan-usage": { ...USAGE, history: { ...USAGE.history, plan_applies_from: evening } },
    "/v1/get-invoices": { items: [{ invoice_id: "in_1", created_at: evening, currency: "usd" }], total: 1 },
  });

  expect(await screen.findByText("It is renewed on Feb 27, 2027.")).toBeVisible();
  expect(await screen.findByText(/^From Feb 27, 2027 on your plan/)).toBeVisible();
  expect(await screen.findByRole("cell", { name: "Feb 27, 2027" })).toBeVisible();
});

test("a shorter retention that already applies is explained by the plan", async () => {
  const history = { months: 12, own_months: 24, plan_months: 12, plan_applies_from: "2025-02-26T10:00:00Z" };
  open({ ...SHOWN, "/v1/get-plan-usage": { ...USAGE, history } });
  expect(await screen.findByText("Events are kept for 12 months")).toBeVisible();
  expect(screen.getByText(/That is what your plan includes/)).toBeVisible();
});

test("an installation without Stripe shows that nothing is limited", async () => {
  open({ ...SHOWN, "/v1/stripe-get-options": { ...OPTIONS, is_self_hosted: true } });

  expect(await screen.findByText(/self-hosted: nobody pays/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Choose Starter" })).not.toBeInTheDocument();
});

test("an unpaid plan shows until when it stays active", async () => {
  const subscription = {
    state: "past_due",
    plan: "starter",
    paid_plan: "starter",
    interval: "month",
    unpaid_since: "2026-11-01T00:00:00Z",
    grace_until: "2026-11-15T00:00:00Z",
    has_customer: true,
  };
  open({
    ...SHOWN,
    "/v1/stripe-get-options": { ...OPTIONS, subscription },
    "/v1/get-invoices": { items: [], total: 0 },
  });

  expect(await screen.findByText(/could not be paid/)).toBeVisible();
  expect(await screen.findByText("There are no invoices yet.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Cancel plan" })).toBeVisible();
});

test("an incomplete first payment can be made again", async () => {
  const subscription = {
    state: "incomplete",
    plan: "free",
    paid_plan: "starter",
    interval: "month",
    has_customer: false,
  };
  open({ ...SHOWN, "/v1/stripe-get-options": { ...OPTIONS, subscription } });
  expect(await screen.findByText(/Choose the plan again to finish it/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Choose Starter" })).toBeVisible();
});

test("a payment that Stripe has not reported yet is not called incomplete", async () => {
  const subscription = { state: "incomplete", plan: "free", paid_plan: "starter", interval: "month" };
  open(
    { ...SHOWN, "/v1/stripe-get-options": { ...OPTIONS, subscription } },
    "/admin/payment?redirect_status=succeeded",
  );
  expect(await screen.findByText(/Your payment is being confirmed/)).toBeVisible();
  expect(screen.queryByText(/Choose the plan again/)).toBeNull();
});

test("a refused purchase shows the plan that the organisation has by now", async () => {
  const post = open(SHOWN, "/admin/payment?buy=starter&interval=month&currency=usd");
  const reads = () => post.mock.calls.filter(([path]) => path === "/v1/stripe-get-options").length;
  const begin = await screen.findByRole("button", { name: "Go on to payment" });
  const before = reads();

  fireEvent.click(begin);

  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  expect(screen.getByText("1 custom domain")).toBeVisible();
});

test("Stripe.js is loaded on demand and asks for a card", async () => {
  const post = open(
    { ...SHOWN, "/v1/stripe-create-subscription": { client_secret: "secret_1" } },
    "/admin/payment?buy=starter&interval=month&currency=eur",
  );
  const mount = vi.fn();
  const element = { mount, destroy: vi.fn(), on: (_: string, listen: () => void) => listen() };
  const confirmPayment = vi.fn().mockResolvedValue({});
  vi.stubGlobal("Stripe", () => ({ elements: () => ({ create: () => element }), confirmPayment }));

  fireEvent.click(await screen.findByRole("button", { name: "Go on to payment" }));
  const pay = await screen.findByRole("button", { name: "Pay" });
  await waitFor(() => expect(pay).toBeEnabled());
  fireEvent.click(pay);

  await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce());
  expect(mount).toHaveBeenCalledOnce();
  expect(post).toHaveBeenCalledWith(
    "/v1/stripe-create-subscription",
    expect.objectContaining({
      body: { plan: "starter", interval: "month", currency: "eur", promotion_code: null },
    }),
  );
  expect(await screen.findByText(/Payment received/)).toBeVisible();
});

test("after a return from the bank's page, the result is shown and the secret is removed from the address", async () => {
  const gone = vi.fn();
  const Address = () => {
    gone(useLocation().search);
    return null;
  };
  open(SHOWN, "/admin/payment?payment_intent_client_secret=pi_secret_1&redirect_status=failed", <Address />);
  expect(await screen.findByText(/The payment failed, and nothing was charged/)).toBeVisible();
  expect(gone).toHaveBeenLastCalledWith("");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText(/The payment failed/)).not.toBeInTheDocument();
});

test("a plan that is only sold monthly says so among the yearly ones", async () => {
  open(SHOWN);
  fireEvent.click(await screen.findByRole("button", { name: "Yearly" }));
  expect(screen.getByText("Sold by the month only")).toBeVisible();
  expect(screen.getAllByText("Costs nothing")).toHaveLength(1);
});

test("messages are added up like scans, and the operator of the installation creates a promotion code", async () => {
  const post = open({
    ...SHOWN,
    "/v1/stripe-get-options": { ...OPTIONS, makes_promotions: true },
    "/v1/create-promo-code": { promotion_id: "promo_1", code: "SPRING25" },
  });
  expect(await screen.findByRole("heading", { name: "Messages this month, cumulative" })).toBeVisible();
  const make = await screen.findByRole("button", { name: "Create code" });
  expect(make).toBeDisabled();
  fireEvent.change(screen.getByRole("textbox", { name: "Code" }), { target: { value: "SPRING25" } });
  fireEvent.change(screen.getByRole("spinbutton", { name: "Discount" }), { target: { value: "25" } });
  fireEvent.click(make);
  expect(await screen.findByText("SPRING25 can be used from now on.")).toBeVisible();
  const made = post.mock.calls.filter(([path]) => path === "/v1/create-promo-code");
  expect(made).toHaveLength(1);
  expect(made[0]?.[1]).toMatchObject({ body: { code: "SPRING25", percent_off: 25, amount_off: null } });
});
