import { expect, test } from "vitest";
import { dayOf, instantOf, nextDay, startOfDay } from "@/shared/format/zoned";

test.each([
  ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "America/New_York", "2026-11-21T05:00:00.000Z"],
  ["2026-07-01", "America/New_York", "2026-07-01T04:00:00.000Z"],
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
  ["2026-03-09", "America/New_York", "2026-03-09T04:00:00.000Z"],
  ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z"],
  ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
  // Clocks skip midnight here: the day begins at one o'clock.
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
])("%s in %s begins at %s", (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant);
  expect(dayOf(new Date(instant), zone)).toBe(day);
});

test("the day after the last of a month is the first of the next", () => {
  expect(nextDay("2026-02-28")).toBe("2026-03-01");
  expect(nextDay("2026-12-31")).toBe("2027-01-01");
});

test("what is no moment is no fault of the screen: it comes back as it is", () => {
  expect(instantOf("2027-01-02T00:00", "Europe/Berlin")).toBe("2027-01-01T23:00:00.000Z");
  expect(instantOf("20270-01-02T00:00", "Europe/Berlin")).toBe("20270-01-02T00:00");
});
