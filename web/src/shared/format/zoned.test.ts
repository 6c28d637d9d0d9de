import { expect, test } from "vitest";
import { dayOf, instantOf, momentOf, nextDay, startOfDay, wallClock } from "@/shared/format/zoned";

test.each([
  ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21", "America/New_York", "2026-11-21T05:00:00.000Z"],
  ["2026-07-01", "America/New_York", "2026-07-01T04:00:00.000Z"],
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
  ["2026-03-09", "America/New_York", "2026-03-09T04:00:00.000Z"],
  ["2026-11-21", "Asia/Kolkata", "2026-11-20T18:30:00.000Z"],
  ["2026-11-21", "Pacific/Kiritimati", "2026-11-20T10:00:00.000Z"],
  // Clocks skip midnight here, so the day begins at one o'clock.
  ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
])("%s in %s begins at %s", (day, zone, instant) => {
  expect(startOfDay(day, zone)).toBe(instant);
  expect(dayOf(new Date(instant), zone)).toBe(day);
});

test("the day after the last day of a month is the first of the next", () => {
  expect(nextDay("2026-02-28")).toBe("2026-03-01");
  expect(nextDay("2026-12-31")).toBe("2027-01-01");
});

test("an invalid time does not break the screen and is returned unchanged", () => {
  expect(instantOf("2027-01-02T00:00", "Europe/Berlin")).toBe("2027-01-01T23:00:00.000Z");
  expect(instantOf("20270-01-02T00:00", "Europe/Berlin")).toBe("20270-01-02T00:00");
});

test.each([
  ["Europe/Berlin", "2027-03-28T01:59", "2027-03-28T00:59:00.000Z"],
  ["Europe/Berlin", "2027-03-28T03:00", "2027-03-28T01:00:00.000Z"],
  ["Europe/Berlin", "2027-10-31T03:00", "2027-10-31T02:00:00.000Z"],
  ["America/New_York", "2027-03-14T03:00", "2027-03-14T07:00:00.000Z"],
  ["America/New_York", "2027-11-07T02:00", "2027-11-07T07:00:00.000Z"],
  ["Australia/Lord_Howe", "2027-04-04T02:00", "2027-04-03T15:30:00.000Z"],
])("around a change of clocks in %s %s is %s", (zone, wall, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
  expect(wallClock(instant, zone)).toBe(wall);
});

test.each([
  // A skipped time is moved later by the length of the gap, in every zone.
  ["Europe/Berlin", "2027-03-28T02:30", "2027-03-28T01:30:00.000Z"],
  ["America/New_York", "2027-03-14T02:30", "2027-03-14T07:30:00.000Z"],
  // A time that occurs twice is the first one.
  ["Europe/Berlin", "2027-10-31T02:30", "2027-10-31T00:30:00.000Z"],
  ["America/New_York", "2027-11-07T01:30", "2027-11-07T05:30:00.000Z"],
])("in %s the odd hour of a change of clocks, %s, is %s", (zone, wall, instant) => {
  expect(instantOf(wall, zone)).toBe(instant);
});

test.each([
  ["UTC", "2027-07-01T09:00", "2027-07-01T09:00:00Z"],
  ["Europe/Berlin", "2027-07-01T09:00", "2027-07-01T09:00:00+02:00"],
  ["America/New_York", "2027-01-01T23:30", "2027-01-01T23:30:00-05:00"],
  ["Asia/Kolkata", "2027-01-01T00:00", "2027-01-01T00:00:00+05:30"],
  // Clocks skip this time.
  ["Europe/Berlin", "2027-03-28T02:30", "2027-03-28T03:30:00+02:00"],
  ["Europe/Berlin", "20270-01-02T00:00", "20270-01-02T00:00"],
])("in %s, %s is written with its offset", (zone, wall, moment) => {
  expect(momentOf(wall, zone)).toBe(moment);
});
