import type { SegmentDetail } from "@/features/people/segments/api/segments";
import type { TrendPoint } from "@/shared/components/charts/trend-point";
import { dateFormat } from "@/shared/format/formatters";

type Day = SegmentDetail["days"][number];

/**
 * Returns the number of members on each day from the first change to today. A day without changes has that of the
 * previous day.
 */
export function trendOf(days: readonly Day[], today: string): TrendPoint[] {
  const [first] = days;
  if (first === undefined) {
    return [];
  }
  const known = new Map(days.map((one) => [one.day, one]));
  const points: TrendPoint[] = [];
  let members = first.members - first.entered + first.left;
  for (let day = first.day; day <= today; day = dayAfter(day)) {
    members = known.get(day)?.members ?? members;
    points.push({
      key: day,
      label: worded(day, { day: "numeric", month: "short" }),
      longLabel: worded(day, { day: "numeric", month: "long", year: "numeric" }),
      value: members,
      running: null,
      previous: null,
      previousLabel: "",
    });
  }
  return points;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

function worded(day: string, format: Intl.DateTimeFormatOptions): string {
  return dateFormat("en", { ...format, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
