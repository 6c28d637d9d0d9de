import { expect, test } from "vitest";
import { microsOf, pricesOf, rowsOf } from "@/features/messaging/senders/prices";

test("prices are formatted and parsed without loss, down to the smallest", () => {
  const prices = { DE: 75_000, IN: 1, US: 7_900, ZA: 2_000_000 };

  const rows = rowsOf(prices);

  expect(rows.map(({ amount }) => amount)).toEqual(["0.075", "0.000001", "0.0079", "2"]);
  expect(pricesOf(rows)).toEqual(prices);
});

test("a row is complete if it has a country and an amount", () => {
  expect(pricesOf([{ key: 1, country: "", amount: "1" }])).toBeNull();
  expect(pricesOf([{ key: 1, country: "US", amount: "free" }])).toBeNull();
  expect(microsOf("0,0079")).toBe(7_900);
  expect(microsOf("1.0000001")).toBeNull();
});
