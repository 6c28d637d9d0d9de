import { expect, test } from "vitest";
import { type Cause, type Change, explains, moveOf, nameOf } from "@/features/insights/analytics/change-sentences";

const CODE: Cause = { dimension: "code", key: "a1", label: "Busy", now: 200, before: 30, share: 0.7083 };

test("a change and its cause read as English", () => {
  const change = { now: 240, before: 70, causes: [CODE] } as unknown as Change;
  expect(moveOf(change, "Scans")).toBe("Scans rose by 170 (+242.9%) compared with the previous period.");
  expect(nameOf(CODE) + explains(CODE)).toBe("The code “Busy”: 71% of the change (200 now, 30 before).");
});

test.each<[Partial<Cause>, string]>([
  [{ dimension: "hour", key: "09" }, "The hour from 9:00"],
  [{ dimension: "weekday", key: "1" }, "Mondays"],
  [{ dimension: "country", key: "NP" }, "Nepal"],
  [{ dimension: "placement", key: "store: Midtown" }, "The placement “store: Midtown”"],
  [{ label: null }, "The code “a1”"],
])("%o is called %s", (said, name) => {
  expect(nameOf({ ...CODE, ...said })).toBe(name);
});

test.each([
  [0.97, ": the whole change"],
  [1.4, "more than the whole change"],
])("a share of %d is %s", (share, words) => {
  expect(explains({ ...CODE, share })).toContain(words);
});
