import { expect, test } from "vitest";
import { changeOf, formatChange, formatShare } from "@/shared/format/numbers";

test("a change needs something to compare with", () => {
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
