import { dateFormat } from "@/shared/format/formatters";

const MINUTE_MS = 60_000;

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = dateFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local - Math.floor(instant / 1000) * 1000;
}

/** The first instant of a day (YYYY-MM-DD) in a zone, as ISO text. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let instant = midnight - offsetAt(midnight, zone);
  instant = midnight - offsetAt(instant, zone);
  // A midnight that a clock change skips: the day begins when the gap ends.
  while (dayOf(new Date(instant), zone) < day) {
    instant += 15 * MINUTE_MS;
  }
  return new Date(instant).toISOString();
}

/** The day (YYYY-MM-DD) that a zone's clocks show at an instant. */
export function dayOf(instant: Date, zone: string): string {
  const parts = dateFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Today in a time zone, as `2026-03-09`. */
export function todayIn(zone: string): string {
  return dayOf(new Date(), zone);
}

/** The day after. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

/** What a zone's clocks show at an instant, as a date-time field wants it: YYYY-MM-DDTHH:MM. */
export function wallClock(iso: string, zone: string): string {
  const instant = Date.parse(iso);
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

/** The last moment that date-time fields take: without it browsers take years of six digits. */
export const LAST_MOMENT = "9999-12-31T23:59";

const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant at which a zone's clocks show this (YYYY-MM-DDTHH:MM), as ISO text. What clocks show twice is
 * the first time, and what they skip is as much later, in every zone, as the server reads it too. What is no
 * moment, like the year 20270 while it is typed, comes back as it is: the server says so.
 */
export function instantOf(wall: string, zone: string): string {
  const shown = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(shown)) {
    return wall;
  }
  const byClocksBefore = shown - offsetAt(shown - DAY_MS, zone);
  const byClocksAfter = shown - offsetAt(shown + DAY_MS, zone);
  const shows = (instant: number) => instant + offsetAt(instant, zone) === shown;
  return new Date(!shows(byClocksBefore) && shows(byClocksAfter) ? byClocksAfter : byClocksBefore).toISOString();
}
