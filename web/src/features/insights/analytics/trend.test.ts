import { expect, test } from "vitest";
import type { Answer } from "@/features/insights/analytics/metrics";
import { trendOf } from "@/features/insights/analytics/trend";

const NONE = {
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
const DAYS = ["01", "02", "03", "04"].map((day, place) => ({
  at: `2026-05-${day}T00:00:00Z`,
  scans: place + 1,
  ...NONE,
}));

function answer(to: string): Answer {
  return { timezone: "UTC", granularity: "day", from: DAYS[0]?.at ?? "", to, series: DAYS } as unknown as Answer;
}

function values(now: string) {
  return trendOf(answer("2026-05-05T00:00:00Z"), DAYS.slice(0, 2), "scans", Date.parse(now));
}

test("a range in the past is complete", () => {
  const points = values("2026-06-01T00:00:00Z");
  expect(points.map((point) => point.value)).toEqual([1, 2, 3, 4]);
  expect(points.map((point) => point.running)).toEqual([null, null, null, null]);
  expect(points.map((point) => point.previous)).toEqual([1, 2, null, null]);
});

test("the current day is shown separately, and future days have no value", () => {
  const points = values("2026-05-03T12:00:00Z");
  expect(points.map((point) => point.value)).toEqual([1, 2, null, null]);
  expect(points.map((point) => point.running)).toEqual([null, 2, 3, null]);
});
