import { t } from "@lingui/core/macro";
import { dateFormat } from "@/shared/format/formatters";

/** Formats a date for a locale. `zone`: a time zone; undefined for that of the device. */
export function formatDate(iso: string, zone: string | undefined, locale?: string): string {
  return dateFormat(locale, { dateStyle: "medium", timeZone: zone }).format(new Date(iso));
}

/** Date and time of day, in the zone like `formatDate`. */
export function formatDateTime(iso: string, zone: string | undefined, locale?: string): string {
  return dateFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: zone }).format(new Date(iso));
}

/** Time of day to the second, in the zone like `formatDate`. */
export function formatTime(iso: string, zone: string | undefined, locale?: string): string {
  return dateFormat(locale, { timeStyle: "medium", timeZone: zone }).format(new Date(iso));
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago: “3 hours ago”. */
export function formatAgo(iso: string, now = new Date(), locale?: string): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) {
      return words.format(Math.round(seconds / length), unit);
    }
  }
  return words.format(0, "minute") === "just now" ? t`just now` : words.format(0, "minute");
}

/** Whether a moment is in the past. */
export function isPast(iso: string, now = new Date()): boolean {
  return new Date(iso) <= now;
}
