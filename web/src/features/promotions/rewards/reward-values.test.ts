import { expect, test } from "vitest";
import type { Reward } from "@/features/promotions/rewards/api/rewards";
import { draftOf, problemsOf, valuesOf } from "@/features/promotions/rewards/reward-values";

test("a new reward is free and unlimited by default", () => {
  const draft = draftOf({ ...valuesOf(null, "UTC"), name: " Coffee " }, "UTC");

  expect(draft).toMatchObject({ name: "Coffee", price: 0, stock: null, per_person: null, tiers: [], translations: {} });
});

test("money is entered in whole units and sent in cents, and times are in the organisation's time zone", () => {
  const values = {
    ...valuesOf(null, "Europe/Berlin"),
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

  expect(draftOf(values, "Europe/Berlin")).toMatchObject({
    value_cents: 450,
    currency: "EUR",
    tiers: ["Silver", "Gold"],
    starts_at: "2026-07-01T07:00:00.000Z",
    translations: { de: { name: "Gutschein", description: "" } },
  });
});

test("a reward that is opened and saved stays the same", () => {
  const reward = {
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

  expect(draftOf(valuesOf(reward, "Europe/Berlin"), "Europe/Berlin")).toMatchObject(reward);
});

test("places keep their kind and limits, and a voucher keeps its batch", () => {
  const place = { kind: "placement" as const, value: " store: Midtown ", stock: "7", stock_per_day: "" };
  const values = { ...valuesOf(null, "UTC"), kind: "voucher" as const, batch_id: "pbt_1", places: [place] };

  expect(draftOf(values, "UTC")).toMatchObject({
    batch_id: "pbt_1",
    stock_by_place: [{ kind: "placement", value: "store: Midtown", stock: 7, stock_per_day: null }],
  });
  expect(draftOf({ ...values, kind: "text" }, "UTC").batch_id).toBeNull();
  expect(Object.keys(problemsOf({ ...values, places: [{ ...place, stock_per_day: "1,000" }] }))).toEqual([
    "stock_by_place.0.stock_per_day",
  ]);
});

test("a number with a separator is rejected, because separators mean different things in different countries", () => {
  const values = valuesOf(null, "UTC");
  const wrong = { price: "1,000", stock: "1.000", per_person: "1e3", valid_days: "-1", cost_cents: "1,000" };

  expect(Object.keys(problemsOf({ ...values, ...wrong })).sort()).toEqual(Object.keys(wrong).sort());
  expect(problemsOf({ ...values, price: " 1000 ", stock: "", cost_cents: "4,5" })).toEqual({});
});

test("fields that the form hides for a kind are neither validated nor stored", () => {
  const values = { ...valuesOf(null, "UTC"), value_cents: "1,000", percent: "ten" };

  expect(problemsOf(values)).toEqual({});
  expect(draftOf(values, "UTC")).toMatchObject({ value_cents: null, percent: null });
  expect(Object.keys(problemsOf({ ...values, kind: "amount" }))).toEqual(["value_cents"]);
});
