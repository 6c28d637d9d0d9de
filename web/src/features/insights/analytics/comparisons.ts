import type { Comparison } from "@/features/insights/analytics/filters";

/** What numbers are compared with, in words. */
export const COMPARED_WITH: Readonly<Record<Comparison, string>> = {
  previous: "Previous period",
  year: "Previous year",
  none: "No comparison",
};
