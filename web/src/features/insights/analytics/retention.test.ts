import { expect, test } from "vitest";
import { cohortsOf, shadeOf } from "@/features/insights/analytics/retention";

test("cohorts are sorted by day, and future periods are null, not zero", () => {
  const rows = [
    { cohort: "2026-03-09", week: 0, people: 4, came_back: 4, share: 1 },
    { cohort: "2026-03-02", week: 0, people: 10, came_back: 10, share: 1 },
    { cohort: "2026-03-02", week: 1, people: 10, came_back: 0, share: 0 },
  ];
  expect(cohortsOf(rows, "week")).toEqual([
    { day: "2026-03-02", people: 10, shares: [1, 0] },
    { day: "2026-03-09", people: 4, shares: [1, null] },
  ]);
  expect(cohortsOf([], "month")).toEqual([]);
});

test("a larger share has a stronger shade, and 100% the strongest", () => {
  expect([0, 0.02, 0.07, 0.11, 0.3, 0.5, 1].map(shadeOf)).toEqual([0, 1, 2, 3, 4, 5, 5]);
});
