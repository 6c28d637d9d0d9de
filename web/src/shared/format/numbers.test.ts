import { expect, test } from "vitest";
import { changeOf, formatChange, formatDuration, formatShare } from "@/shared/format/numbers";

test("a change needs a value to compare with", () => {
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(0, 5)).toBe(-1);
});

test.each([
  [0.125, "+12.5%"],
  [-1, "-100%"],
  [0, "0%"],
  [17_363, "over +1,000%"],
])("%d reads %s", (change, text) => {
  expect(formatChange(change, "en-US")).toBe(text);
});

test.each([
  [0, "0%"],
  [0.0001, "<0.1%"],
  [0.0005, "0.1%"],
  [0.333, "33.3%"],
  [1, "100%"],
])("the share %d reads %s", (share, text) => {
  expect(formatShare(share, "en-US")).toBe(text);
});

test.each([
  [1, "minute", "en", "1 minute"],
  [2, "hour", "en", "2 hours"],
  [1200, "second", "en", "1,200 seconds"],
  [3, "minute", "pl", "3 minuty"],
  [5, "minute", "pl", "5 minut"],
] as const)("%i of a %s in %s is written as %s", (amount, unit, locale, written) => {
  expect(formatDuration(amount, unit, locale)).toBe(written);
});
