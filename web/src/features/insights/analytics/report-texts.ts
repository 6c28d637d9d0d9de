import type { ScheduledReport } from "@/features/insights/analytics/api/scheduled-reports";

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

type When = Pick<ScheduledReport, "cadence" | "weekday" | "month_day" | "hour">;

/** When a report is sent: “Mondays at 08:00”. */
export function whenOf({ cadence, weekday, month_day, hour }: When): string {
  const at = `at ${String(hour).padStart(2, "0")}:00`;
  switch (cadence) {
    case "day":
      return `Every day ${at}`;
    case "week":
      return `${WEEKDAYS[weekday] ?? "Monday"}s ${at}`;
    case "month":
      return month_day === 31 ? `On the last day of the month ${at}` : `On day ${month_day} of the month ${at}`;
  }
}

/** The addresses in a text: separated by anything that no address holds. */
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

/** Whether a text looks like an address. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text);
}
