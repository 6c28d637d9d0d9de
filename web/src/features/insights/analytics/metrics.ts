import { msg, t } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

export type Answer = components["schemas"]["AnalyticsAnswer"];
export type Metrics = Answer["totals"];
export type Point = Answer["series"][number];
export type BreakdownRow = components["schemas"]["BreakdownItem"];

/** The metrics of the dashboard, in its order. */
export const METRICS = [
  { key: "scans", label: msg`Scans` },
  { key: "people", label: msg`People` },
  { key: "new", label: msg`New` },
  { key: "returning", label: msg`Returning` },
  { key: "visits", label: msg`Visits` },
  { key: "views", label: msg`Views` },
] as const;

export type Metric = (typeof METRICS)[number]["key"];

/** Other numbers of the dashboard whose events can be listed, in addition to the metrics. */
const MORE_ROWS = { revenue: msg`Revenue`, orders: msg`Orders`, messages: msg`Messages`, passes: msg`Passes` } as const;

export type RowsMetric = Metric | keyof typeof MORE_ROWS;

/** Returns the number of this name whose events can be listed, or undefined. */
export function rowsMetricOf(name: string | null): RowsMetric | undefined {
  return [...METRICS.map(({ key }) => key), ...(Object.keys(MORE_ROWS) as (keyof typeof MORE_ROWS)[])].find(
    (key) => key === name,
  );
}

/** Returns the heading of a number whose events are listed. */
export function rowsLabel(metric: RowsMetric): string {
  return metric in MORE_ROWS ? t(MORE_ROWS[metric as keyof typeof MORE_ROWS]) : metricLabel(metric as Metric);
}

/** Returns the heading of a metric. */
export function metricLabel(metric: Metric): string {
  const known = METRICS.find(({ key }) => key === metric);
  return known === undefined ? metric : t(known.label);
}

/** Whether nothing happened, neither in the range nor in the comparison period. */
export function isEmpty({ totals, previous }: Pick<Answer, "totals" | "previous">): boolean {
  return totals.scans === 0 && totals.views === 0 && (previous?.scans ?? 0) === 0;
}
