import { expect, test } from "vitest";
import { problemOf, receiptOf } from "@/features/org/organization/erasures";

test.each([
  ["email", "", false],
  ["email", "ana", false],
  ["email", "ana@example.com", true],
  ["phone", "tea", false],
  ["phone", "(415) 555-0187", true],
  ["customer_id", "short", false],
  ["visitor_id", "vis_12345678", true],
] as const)("a person known by %s “%s”", (by, name, isFine) => {
  expect(problemOf(by, name) === null).toBe(isFine);
});

test("a receipt lists how much of each kind was erased", () => {
  const receipt = { rows: { customers: 1, votes: 2 }, lake: { events: 1240 }, pictures: 0, exports: 1 };
  expect(receiptOf({ state: "done", receipt })).toBe("3 records, 1,240 events, 1 export");
  expect(receiptOf({ state: "done", receipt: {} })).toBe("Nothing was found");
  expect(receiptOf({ state: "asked", receipt: {} })).toBe("");
});
