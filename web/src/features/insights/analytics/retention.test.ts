import { expect, test } from "vitest";
import { cohortsOf } from "@/features/insights/analytics/retention";

test("cohorts stand by their day, and what is yet to come is not nothing", () => {
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
