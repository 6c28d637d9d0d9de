import { expect, test } from "vitest";
import { earnedText, leftOf, shortText, statusOf } from "@/features/promotions/rewards/order-texts";

const refund = { points_taken: 0, points_short: 0, stamps_taken: 0, stamps_short: 0 };

test("an order is paid, partly refunded or refunded", () => {
  expect(statusOf({ amount_cents: 500, refunded_cents: 0 })).toBe("paid");
  expect(statusOf({ amount_cents: 500, refunded_cents: 1 })).toBe("partly_refunded");
  expect(statusOf({ amount_cents: 500, refunded_cents: 500 })).toBe("refunded");
  expect(leftOf({ amount_cents: 500, refunded_cents: 120 })).toBe(380);
});

test("the text on what an order earned includes what was taken back, and what could not be", () => {
  const earned = [
    { rule_id: "a", name: "A", unit: "points" as const, amount: 12 },
    { rule_id: "b", name: "B", unit: "stamps" as const, amount: 1 },
  ];
  const refunds = [{ ...refund, points_taken: 3, points_short: 2 }] as never;
  expect(earnedText({ earned, refunds: [] })).toBe("12 points · 1 stamp");
  expect(earnedText({ earned, refunds })).toBe("12 points, 3 taken back · 1 stamp");
  expect(earnedText({ earned: [], refunds: [] })).toBe("");
  expect(shortText({ refunds })).toBe("Spent already: 2 points");
  expect(shortText({ refunds: [] })).toBeNull();
});
