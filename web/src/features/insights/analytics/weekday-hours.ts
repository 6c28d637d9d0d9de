import { msg, t } from "@lingui/core/macro";
import type { BreakdownRow, Metric } from "@/features/insights/analytics/metrics";

const DAYS = [
  msg`Monday`,
  msg`Tuesday`,
  msg`Wednesday`,
  msg`Thursday`,
  msg`Friday`,
  msg`Saturday`,
  msg`Sunday`,
] as const;
function dayName(day: number): string {
  const name = DAYS[day];
  return name === undefined ? "" : t(name);
}

const FIRST: Record<string, number> = { monday: 0, saturday: 5, sunday: 6 };

export interface Week {
  /** In the organisation's order, with 24 values each. */
  days: { name: string; values: number[] }[];
  most: number;
  busiest: { day: string; hour: number } | null;
}

/** Returns a week of hours from rows whose key is weekday (1 is Monday) and hour, such as `1-09`. */
export function hoursOf(rows: readonly BreakdownRow[], metric: Metric, weekStart: string): Week {
  const values = DAYS.map(() => Array.from({ length: 24 }, () => 0));
  let most = 0;
  let busiest: Week["busiest"] = null;
  for (const row of rows) {
    const [day, hour] = row.key.split("-").map(Number);
    const hours = values[(day ?? 0) - 1];
    if (hours === undefined || hour === undefined || hours[hour] === undefined) {
      continue;
    }
    hours[hour] = row[metric];
    if (row[metric] > most) {
      most = row[metric];
      busiest = { day: dayName((day ?? 1) - 1), hour };
    }
  }
  const first = FIRST[weekStart] ?? 0;
  const order = DAYS.map((_, place) => (place + first) % 7);
  return { days: order.map((day) => ({ name: dayName(day), values: values[day] ?? [] })), most, busiest };
}

/** Whether this is the busiest hour. */
export function isBusiest(week: Week, day: string, hour: number): boolean {
  return week.busiest?.day === day && week.busiest.hour === hour;
}
