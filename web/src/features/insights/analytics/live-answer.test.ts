import { expect, test } from "vitest";
import { isSameTime } from "@/features/insights/analytics/api/use-live-answer";

test.each([
  ["2026-11-21T18:10:26.721000-05:00", "2026-11-21T23:10:26.721000Z", true],
  ["2026-11-21T18:10:26.721000-05:00", "2026-11-21T23:10:27Z", false],
  [null, null, true],
  [null, "2026-11-21T23:10:27Z", false],
])("an answer of %s that is marked %s is up to date: %s", (answered, marked, same) => {
  expect(isSameTime(answered, marked)).toBe(same);
});
