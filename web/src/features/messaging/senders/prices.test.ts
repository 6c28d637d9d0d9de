import { expect, test } from "vitest";
import { pricesIn, pricesText } from "@/features/messaging/senders/prices";

test("prices are written as they are read", () => {
  const prices = { DE: 75_000, US: 7_900 };
  expect(pricesText(prices)).toBe("DE 0.075\nUS 0.0079");
  expect(pricesIn("us 0.0079\n\n DE  0.075 ")).toEqual(prices);
  expect(pricesIn("US free")).toBeNull();
});
