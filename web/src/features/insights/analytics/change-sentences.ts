import { msg, t } from "@lingui/core/macro";
import { labelOf } from "@/features/insights/analytics/dimensions";
import type { components } from "@/shared/api/schema";
import { changeOf, formatChange, formatCount, formatShare } from "@/shared/format/numbers";

export type Change = components["schemas"]["ChangeExplained"];
export type Cause = Change["causes"][number];

const DAYS = [msg`Mondays`, msg`Tuesdays`, msg`Wednesdays`, msg`Thursdays`, msg`Fridays`, msg`Saturdays`, msg`Sundays`];

/** Describes how a number changed: “Scans rose by 170 (+243%) compared with the previous period.” */
export function moveOf(change: Change, label: string): string {
  const by = change.now - change.before;
  const share = changeOf(change.now, change.before);
  const percent = share === null ? "" : ` (${formatChange(share)})`;
  const amount = `${formatCount(Math.abs(by))}${percent}`;
  return by > 0
    ? t`${label} rose by ${amount} compared with the previous period.`
    : t`${label} fell by ${amount} compared with the previous period.`;
}

/** Returns the name of a cause. */
export function nameOf(cause: Cause): string {
  switch (cause.dimension) {
    case "hour":
      return t`The hour from ${Number(cause.key)}:00`;
    case "weekday":
      return dayOf(cause.key);
    case "code":
      return t`The code “${cause.label ?? cause.key}”`;
    case "placement":
      return t`The placement “${cause.key}”`;
    default:
      return labelOf(cause.dimension, cause.key);
  }
}

function dayOf(key: string): string {
  const day = DAYS[Number(key) - 1];
  return day === undefined ? key : t(day);
}

/** Describes what a cause explains, to follow its name: “: 71% of the change (200 now, 30 before).” */
export function explains(cause: Cause): string {
  const [now, before] = [formatCount(cause.now), formatCount(cause.before)];
  if (cause.share > 1.05) {
    return t`: more than the whole change (${now} now, ${before} before).`;
  }
  if (cause.share >= 0.95) {
    return t`: the whole change (${now} now, ${before} before).`;
  }
  const share = formatShare(Math.round(cause.share * 100) / 100);
  return t`: ${share} of the change (${now} now, ${before} before).`;
}
