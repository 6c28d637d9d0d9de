import type { components } from "@/shared/api/schema";

export type Answer = components["schemas"]["AnalyticsAnswer"];
export type Metrics = Answer["totals"];
export type Point = Answer["series"][number];
export type BreakdownRow = components["schemas"]["BreakdownItem"];

/** The measures of the dashboard, in its order. */
export const METRICS = [
  { key: "scans", label: "Scans" },
  { key: "people", label: "People" },
  { key: "new", label: "New" },
  { key: "returning", label: "Returning" },
  { key: "visits", label: "Visits" },
  { key: "views", label: "Views" },
] as const;

export type Metric = (typeof METRICS)[number]["key"];

/** The heading of a measure. */
export function metricLabel(metric: Metric): string {
  return METRICS.find(({ key }) => key === metric)?.label ?? metric;
}
