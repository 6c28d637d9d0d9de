import { labelOf } from "@/features/insights/analytics/dimensions";
import type { components } from "@/shared/api/schema";
import { changeOf, formatChange, formatCount, formatShare } from "@/shared/format/numbers";

export type Change = components["schemas"]["ChangeExplained"];
export type Cause = Change["causes"][number];

const DAYS = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];

/** How a number moved: “Scans rose by 170 (+243 %) compared with the previous period.” */
export function moveOf(change: Change, label: string): string {
  const by = change.now - change.before;
  const share = changeOf(change.now, change.before);
  const percent = share === null ? "" : ` (${formatChange(share)})`;
  return `${label} ${by > 0 ? "rose" : "fell"} by ${formatCount(Math.abs(by))}${percent} compared with the previous period.`;
}

/** What a cause is called. */
export function nameOf(cause: Cause): string {
  switch (cause.dimension) {
    case "hour":
      return `The hour from ${Number(cause.key)}:00`;
    case "weekday":
      return DAYS[Number(cause.key) - 1] ?? cause.key;
    case "code":
      return `The code “${cause.label ?? cause.key}”`;
    case "placement":
      return `The placement “${cause.key}”`;
    default:
      return labelOf(cause.dimension, cause.key);
  }
}

/** What it explains: “ explains 71 % of it: 200 now, 30 before.” */
export function explains(cause: Cause): string {
  const verb = cause.dimension === "weekday" ? "explain" : "explains";
  const part =
    cause.share > 1.05
      ? "more than all"
      : cause.share >= 0.95
        ? "all"
        : formatShare(Math.round(cause.share * 100) / 100);
  return ` ${verb} ${part} of it: ${formatCount(cause.now)} now, ${formatCount(cause.before)} before.`;
}
