import { expect, test } from "vitest";
import { amountOf, centsOf } from "@/blocks/currencies";
import { priceText } from "@/blocks/price";

test.each([
  [1250, "EUR", 12.5, "€12.50"],
  [1200, "usd", 12, "$12"],
  [1250, "JPY", 1250, "¥1,250"],
  [12_345, "KWD", 12.345, "KWD 12.345"],
])("%i of the smallest unit of %s are %d", (cents, currency, amount, written) => {
  expect(amountOf(cents, currency)).toBe(amount);
  expect(centsOf(amount, currency)).toBe(cents);
  expect(priceText(cents, currency, "en").replace(/\s/g, " ")).toBe(written);
});

test("an amount without a currency has two decimal places", () => {
  expect([amountOf(150, null), amountOf(150, undefined), centsOf(1.005, "EUR")]).toEqual([1.5, 1.5, 100]);
});
