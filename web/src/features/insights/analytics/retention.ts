import { numberOf, type ReportRow } from "@/features/insights/analytics/api/get-report";

export interface Cohort {
  /** Its first day. */
  day: string;
  people: number;
  /** Share that came back so many periods later; null where that is yet to come. */
  shares: (number | null)[];
}

/** Cohorts with a share for each period, from rows of one cohort and period each. */
export function cohortsOf(rows: readonly ReportRow[], period: "week" | "month"): Cohort[] {
  const cohorts = new Map<string, Cohort>();
  let periods = 0;
  for (const row of rows) {
    const day = typeof row["cohort"] === "string" ? row["cohort"] : "";
    const cohort = cohorts.get(day) ?? { day, people: numberOf(row, "people"), shares: [] };
    const later = numberOf(row, period);
    cohort.shares[later] = numberOf(row, "share");
    periods = Math.max(periods, later + 1);
    cohorts.set(day, cohort);
  }
  return [...cohorts.values()]
    .sort((one, other) => one.day.localeCompare(other.day))
    .map((cohort) => ({
      ...cohort,
      shares: Array.from({ length: periods }, (_, later) => cohort.shares[later] ?? null),
    }));
}
