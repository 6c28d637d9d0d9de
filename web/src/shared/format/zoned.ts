import { dateFormat } from "@/shared/format/formatters";

const MINUTE_MS = 60_000;

/** The offset of a zone from UTC at an instant, in milliseconds. */
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

/** The first instant of a day (YYYY-MM-DD) in a zone, as an ISO string. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let instant = midnight - offsetAt(midnight, zone);
  instant = midnight - offsetAt(instant, zone);
  // If a clock change skips midnight, the day begins when the gap ends.
  while (dayOf(new Date(instant), zone) < day) {
    instant += 15 * MINUTE_MS;
  }
  return new Date(instant).toISOString();
}

/** The day (YYYY-MM-DD) of an instant in a zone. */
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

/** The following day. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

/** The local time of an instant in a zone, in the format of a date-time field: YYYY-MM-DDTHH:MM. */
export function wallClock(iso: string, zone: string): string {
  const instant = Date.parse(iso);
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, 16);
}

/** The last moment that date-time fields accept: without a maximum, browsers accept six-digit years. */
export const LAST_MOMENT = "9999-12-31T23:59";

const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The instant of a local time (YYYY-MM-DDTHH:MM) in a zone, as an ISO string. A time that occurs twice is the first
 * one, and a skipped time is moved later by the length of the gap. The server reads times in the same way. An invalid
 * time, such as the year 20270 during typing, is returned unchanged, and the server reports it.
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

/**
 * Like `instantOf`, but written in the local time of the zone with its offset, so that readers who know no zones show
 * the same day: 2027-07-01T09:00:00+02:00.
 */
export function momentOf(wall: string, zone: string): string {
  const instant = Date.parse(instantOf(wall, zone));
  if (Number.isNaN(instant) || instantOf(wall, zone) === wall) {
    return wall;
  }
  const offset = offsetAt(instant, zone);
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS);
  const pad = (value: number) => String(value).padStart(2, "0");
  const written = `${offset < 0 ? "-" : "+"}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`;
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${minutes === 0 ? "Z" : written}`;
}
