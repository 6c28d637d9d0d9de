import type { Season } from "@/features/insights/analytics/api/seasons";
import { formatDate } from "@/shared/format/dates";

/** What a season is called: by its name, else by its number; and from when to when it ran. */
export function seasonTitle({ number, name }: Season): string {
  return name === "" ? `Season ${number}` : `Season ${number}: ${name}`;
}

export function seasonSpan({ starts_at, ends_at }: Season, zone: string): string {
  const start = starts_at === null ? "since the first event" : `since ${formatDate(starts_at, zone)}`;
  if (ends_at === null) {
    return `running ${start}`;
  }
  return starts_at === null
    ? `until ${formatDate(ends_at, zone)}`
    : `${formatDate(starts_at, zone)} to ${formatDate(ends_at, zone)}`;
}
