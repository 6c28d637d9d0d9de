import { expect, test } from "vitest";
import type { Reward } from "@/features/promotions/rewards/api/rewards";
import { draftOf, problemsOf, valuesOf } from "@/features/promotions/rewards/reward-values";

const UTC = { zone: "UTC", currency: "EUR" };
const BERLIN = { zone: "Europe/Berlin", currency: "EUR" };
const REWARD = {
  name: "Cake",
  description: "",
  kind: "product",
  unit: "stamps",
  price: 10,
  stock: 5,
  cost_cents: 120,
  hold_to_redeem: true,
  tiers: ["Gold"],
  starts_at: "2026-07-01T07:00:00.000Z",
  ends_at: null,
  translations: { de: { name: "Kuchen", description: "Ein Stück" } },
} as unknown as Reward;

test("a new reward is free and unlimited by default", () => {
  const draft = draftOf({ ...valuesOf(null, UTC), name: " Coffee " }, UTC);

  expect(draft).toMatchObject({ name: "Coffee", price: 0, stock: null, per_person: null, tiers: [], translations: {} });
});

test("money is entered in whole units and sent in cents, and times are in the organisation's time zone", () => {
  const values = {
    ...valuesOf(null, BERLIN),
    kind: "amount" as const,
    value_cents: "4,50",
    currency: "eur",
    tiers: "Silver, Gold,",
    starts_at: "2026-07-01T09:00",
    translations: [
      { language: "de", name: "Gutschein", description: "" },
      { language: "fr", name: " ", description: "x" },
    ],
  };

  expect(draftOf(values, BERLIN)).toMatchObject({
    value_cents: 450,
    currency: "EUR",
    tiers: ["Silver", "Gold"],
    starts_at: "2026-07-01T07:00:00.000Z",
    translations: { de: { name: "Gutschein", description: "" } },
  });
});

test("a reward that is opened and saved stays the same", () => {
  expect(draftOf(valuesOf(REWARD, BERLIN), BERLIN)).toMatchObject(REWARD);
});

test("places keep their kind and limits, and a voucher keeps its batch", () => {
  const place = { kind: "placement" as const, value: " store: Midtown ", stock: "7", stock_per_day: "" };
  const values = { ...valuesOf(null, UTC), kind: "voucher" as const, batch_id: "pbt_1", places: [place] };

  expect(draftOf(values, UTC)).toMatchObject({
    batch_id: "pbt_1",
    stock_by_place: [{ kind: "placement", value: "store: Midtown", stock: 7, stock_per_day: null }],
  });
  expect(draftOf({ ...values, kind: "text" }, UTC).batch_id).toBeNull();
  expect(Object.keys(problemsOf({ ...values, places: [{ ...place, stock_per_day: "1,000" }] }, UTC))).toEqual([
    "stock_by_place.0.stock_per_day",
  ]);
});

test("a number with a separator is rejected, because separators mean different things in different countries", () => {
  const values = valuesOf(null, UTC);
  const wrong = { price: "1,000", stock: "1.000", per_person: "1e3", valid_days: "-1", cost_cents: "1,000" };

  expect(Object.keys(problemsOf({ ...values, ...wrong }, UTC)).sort()).toEqual(Object.keys(wrong).sort());
  expect(problemsOf({ ...values, price: " 1000 ", stock: "", cost_cents: "4,5" }, UTC)).toEqual({});
});

test("fields that the form hides for a kind are neither validated nor stored", () => {
  const values = { ...valuesOf(null, UTC), value_cents: "1,000", percent: "ten" };

  expect(problemsOf(values, UTC)).toEqual({});
  expect(draftOf(values, UTC)).toMatchObject({ value_cents: null, percent: null });
  expect(Object.keys(problemsOf({ ...values, kind: "amount" }, UTC))).toEqual(["value_cents"]);
});

test.each([
  ["JPY", "120", 120],
  ["EUR", "1.2", 120],
  ["KWD", "0.12", 120],
])("the unit cost has the decimals of the organisation's currency, %s", (currency, typed, cost_cents) => {
  const own = { zone: "UTC", currency };

  expect(draftOf({ ...valuesOf(null, own), cost_cents: typed }, own)).toMatchObject({ cost_cents });
  expect(valuesOf({ ...REWARD, cost_cents }, own).cost_cents).toBe(typed);
});
