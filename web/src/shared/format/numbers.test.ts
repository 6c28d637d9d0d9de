import { expect, test } from "vitest";
import { changeOf, formatChange } from "@/shared/format/numbers";

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
