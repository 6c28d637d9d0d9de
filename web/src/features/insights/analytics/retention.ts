import { t } from "@lingui/core/macro";
import { numberOf, type ReportRow } from "@/features/insights/analytics/api/get-report";
import { numberFormat } from "@/shared/format/formatters";
import { formatShare } from "@/shared/format/numbers";

export interface Cohort {
  /** Its first day. */
  day: string;
  people: number;
  /** The share that came back after so many periods, or null for a future period. */
  shares: (number | null)[];
}

/** Returns cohorts with a share for each period, from rows with one cohort and period each. */
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

/**
 * Ranges of shares with the same shade, from the palest to the strongest, with the strength of the theme's colour in
 * each.
 */
export const SHADES = [
  { from: 0, strength: 4 },
  { from: 0.02, strength: 12 },
  { from: 0.05, strength: 22 },
  { from: 0.1, strength: 34 },
  { from: 0.25, strength: 46 },
  { from: 0.5, strength: 92 },
] as const;

/** Returns the range of shares of a shade: “2–5%”. */
export function shadeLabel(shade: number): string {
  const from = SHADES[shade]?.from ?? 0;
  const to = SHADES[shade + 1]?.from;
  if (to === undefined) {
    return t`${formatShare(from)} and more`;
  }
  return from === 0 ? t`under ${formatShare(to)}` : numberFormat(undefined, { style: "percent" }).formatRange(from, to);
}

/** Returns the shade of a share. A larger share never has a paler one. */
export function shadeOf(share: number): number {
  return SHADES.findLastIndex(({ from }) => share >= from);
}
