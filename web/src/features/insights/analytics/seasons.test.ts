import { expect, test } from "vitest";
import { seasonSpan, seasonTitle } from "@/features/insights/analytics/seasons";

const START = "2026-03-01T12:00:00+00:00";
const END = "2026-06-01T12:00:00+00:00";

test("a season is titled with its number, and also with its name if it has one", () => {
  expect(seasonTitle({ number: 2, name: "", starts_at: START, ends_at: null })).toBe("Season 2");
  expect(seasonTitle({ number: 1, name: "Winter", starts_at: null, ends_at: START })).toBe("Season 1: Winter");
});

test.each([
  [null, null, "running since the first event"],
  [START, null, "running since Mar 1, 2026"],
  [null, START, "until Mar 1, 2026"],
  [START, END, "Mar 1, 2026 to Jun 1, 2026"],
])("a season from %s to %s is told as %s", (starts_at, ends_at, told) => {
  expect(seasonSpan({ number: 1, name: "", starts_at, ends_at }, "UTC")).toBe(told);
});
