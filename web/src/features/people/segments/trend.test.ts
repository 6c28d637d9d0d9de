import { expect, test } from "vitest";
import { trendOf } from "@/features/people/segments/trend";

test("a day without changes has the members of the previous day", () => {
  const days = [
    { day: "2026-02-27", entered: 3, left: 0, members: 3 },
    { day: "2026-03-01", entered: 0, left: 2, members: 1 },
  ];

  expect(trendOf(days, "2026-03-02").map((point) => [point.key, point.value])).toEqual([
    ["2026-02-27", 3],
    ["2026-02-28", 3],
    ["2026-03-01", 1],
    ["2026-03-02", 1],
  ]);
  expect(trendOf([], "2026-03-02")).toEqual([]);
});
