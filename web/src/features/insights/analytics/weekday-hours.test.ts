import { expect, test } from "vitest";
import type { BreakdownRow } from "@/features/insights/analytics/metrics";
import { hoursOf, isBusiest } from "@/features/insights/analytics/weekday-hours";

function row(key: string, scans: number): BreakdownRow {
  return {
    key,
    label: null,
    scans,
    people: 0,
    new: 0,
    returning: 0,
    visits: 0,
    views: 0,
    submits: 0,
    votes: 0,
    plays: 0,
    redemptions: 0,
    bots: 0,
  };
}

test("hours are listed by weekday, and the week starts as in the organisation's settings", () => {
  const week = hoursOf([row("1-09", 3), row("7-23", 5)], "scans", "sunday");
  expect(week.days.map(({ name }) => name)[0]).toBe("Sunday");
  expect(week.days[0]?.values[23]).toBe(5);
  expect(week.days[1]?.values[9]).toBe(3);
  expect(week.busiest).toEqual({ day: "Sunday", hour: 23 });
  expect(isBusiest(week, "Sunday", 23)).toBe(true);
});

test("no rows result in a week of zeros without a busiest hour", () => {
  const week = hoursOf([], "scans", "monday");
  expect(week.days).toHaveLength(7);
  expect(week.days.every(({ values }) => values.length === 24 && values.every((value) => value === 0))).toBe(true);
  expect(week.busiest).toBeNull();
});

test("an invalid key is ignored", () => {
  expect(hoursOf([row("9-99", 3), row("x", 1)], "scans", "monday").most).toBe(0);
});
