import { t } from "@lingui/core/macro";
import type { RewardReportRow } from "@/features/promotions/reward-reports/api/reports";
import { dateFormat } from "@/shared/format/formatters";
import { formatCount, formatShare } from "@/shared/format/numbers";

const NOTHING = "–";

/** Returns a number of a row, or null if it has none. */
export function numberIn(row: RewardReportRow, name: string): number | null {
  const value = row[name];
  return typeof value === "number" ? value : null;
}

/** Returns the sum of a column, or null if no row has a number. */
export function sumOf(rows: readonly RewardReportRow[], name: string): number | null {
  const known = rows.map((row) => numberIn(row, name)).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Returns a part divided by the whole, or null if there is nothing to divide. */
export function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

export function countText(value: number | null): string {
  return value === null ? NOTHING : formatCount(Math.round(value * 10) / 10);
}

export function shareText(value: number | null): string {
  return value === null ? NOTHING : formatShare(value);
}

/** Returns the month of a day: “March 2027”. Entries without a day never expire. */
export function monthText(day: unknown): string {
  return typeof day === "string"
    ? dateFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`))
    : t`Never`;
}

/** Returns the label of points or stamps. */
export function unitText(unit: unknown): string {
  return unit === "stamps" ? t`Stamps` : t`Points`;
}

/** Returns the label of the risk that a customer does not come back. */
export function riskText(risk: unknown): string {
  switch (risk) {
    case "regular":
      return t`Regular`;
    case "late":
      return t`Late`;
    case "at risk":
      return t`At risk`;
    default:
      return t`Lost`;
  }
}
