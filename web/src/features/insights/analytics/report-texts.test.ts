import { expect, test } from "vitest";
import { addressesOf, isAddress, whenOf } from "@/features/insights/analytics/report-texts";

const WHEN = { cadence: "week", weekday: 0, month_day: 1, hour: 8 } as const;

test("the schedule of a report is described in words", () => {
  expect(whenOf(WHEN)).toBe("Mondays at 08:00");
  expect(whenOf({ ...WHEN, cadence: "day", hour: 17 })).toBe("Every day at 17:00");
  expect(whenOf({ ...WHEN, cadence: "month", month_day: 31 })).toBe("On the last day of the month at 08:00");
});

test("addresses are found in a text, each only once", () => {
  expect(addressesOf(" A@b.example,c@d.example;\na@b.example ")).toEqual(["a@b.example", "c@d.example"]);
  expect(addressesOf(" , ")).toEqual([]);
  expect([isAddress("a@b.example"), isAddress("a@b"), isAddress("b.example")]).toEqual([true, false, false]);
});
