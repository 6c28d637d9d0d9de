import { msg, t } from "@lingui/core/macro";
import type { ScheduledReport } from "@/features/insights/analytics/api/scheduled-reports";

export const WEEKDAYS = [
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
  msg`Sunday`,
] as const;

type When = Pick<ScheduledReport, "cadence" | "weekday" | "month_day" | "hour">;

const ON_DAYS = [
  (time: string) => t`Mondays at ${time}`,
  (time: string) => t`Tuesdays at ${time}`,
  (time: string) => t`Wednesdays at ${time}`,
  (time: string) => t`Thursdays at ${time}`,
  (time: string) => t`Fridays at ${time}`,
  (time: string) => t`Saturdays at ${time}`,
  (time: string) => t`Sundays at ${time}`,
] as const;

/** Describes when a report is sent: “Mondays at 08:00”. */
export function whenOf({ cadence, weekday, month_day, hour }: When): string {
  const time = `${String(hour).padStart(2, "0")}:00`;
  switch (cadence) {
    case "day":
      return t`Every day at ${time}`;
    case "week":
      return (ON_DAYS[weekday] ?? ON_DAYS[0])(time);
    case "month":
      return month_day === 31
        ? t`On the last day of the month at ${time}`
        : t`On day ${month_day} of the month at ${time}`;
  }
}

/** Returns the addresses in a text, separated by any characters that can't be part of one. */
export function addressesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean),
    ),
  ];
}

/** Whether a text looks like an email address. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);
}
