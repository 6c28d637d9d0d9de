import { expect, test } from "vitest";
import { amountText, priceText, stockText, whoIn, windowState } from "@/features/promotions/rewards/reward-texts";

const CARD = `card_${"a".repeat(22)}`;

test("a scanned or typed text identifies a card", () => {
  expect(whoIn(` WPC1.${CARD}.59.abc `)).toEqual({ signed_code: `WPC1.${CARD}.59.abc` });
  expect(whoIn(`https://go.example/card/${CARD}`)).toEqual({ swapt_card_id: CARD });
  expect(whoIn("ana@example.com")).toEqual({ email: "ana@example.com" });
  expect(whoIn("+1 415 555 2671")).toEqual({ phone: "+1 415 555 2671" });
  expect(whoIn("c-7k3m p9qx")).toEqual({ customer_number: "c-7k3m p9qx" });
});

test("amounts and stock are described in words", () => {
  expect([amountText(1, "stamps"), amountText(-40, "points")]).toEqual(["1 stamp", "-40 points"]);
  expect([priceText({ price: 0, unit: "points" }), priceText({ price: 10, unit: "stamps" })]).toEqual([
    "Free",
    "10 stamps",
  ]);
  expect([
    stockText({ stock: null, taken: 3, codes_left: null }),
    stockText({ stock: 10, taken: 4, codes_left: null }),
  ]).toEqual(["3 taken", "6 left, 4 taken"]);
});

test("a window is scheduled, active or ended", () => {
  const now = new Date("2026-05-04T12:00:00Z");
  const between = (starts_at: string | null, ends_at: string | null) => windowState({ starts_at, ends_at }, now);

  expect(between(null, null)).toBe("active");
  expect(between("2026-05-05T00:00:00Z", null)).toBe("scheduled");
  expect(between(null, "2026-05-04T12:00:00Z")).toBe("ended");
});
