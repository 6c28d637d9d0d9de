import { t } from "@lingui/core/macro";
import type { Season } from "@/features/insights/analytics/api/seasons";
import { formatDate } from "@/shared/format/dates";

/** Returns the title of a season: its number, and its name if it has one. */
export function seasonTitle({ number, name }: Season): string {
  return name === "" ? t`Season ${number}` : t`Season ${number}: ${name}`;
}

export function seasonSpan({ starts_at, ends_at }: Season, zone: string): string {
  const start = starts_at === null ? null : formatDate(starts_at, zone);
  const end = ends_at === null ? null : formatDate(ends_at, zone);
  if (end === null) {
    return start === null ? t`running since the first event` : t`running since ${start}`;
  }
  return start === null ? t`until ${end}` : t`${start} to ${end}`;
}
