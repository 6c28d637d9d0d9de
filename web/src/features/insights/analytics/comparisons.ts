import type { Comparison } from "@/features/insights/analytics/filters";

/** What numbers are compared with, in words. */
export const COMPARED_WITH: Readonly<Record<Comparison, string>> = {
  previous: "The period before",
  year: "A year before",
  none: "Nothing",
};
