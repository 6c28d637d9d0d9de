import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type ReportRow = components["schemas"]["ReportPage"]["rows"][number];

const MAX_ROWS = 1000;

/** Fetches a report with the range and filters of a query. */
export function reportQuery(report: string, question: QueryInput) {
  const { interval, from, to, filters, include_bots, dimensions_as_of } = question;
  const body = {
    report,
    interval,
    from,
    to,
    filters,
    include_bots,
    dimensions_as_of,
    limit: MAX_ROWS,
  };
  return queryOptions({
    queryKey: ["analytics", "report", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-report", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Returns a number of a row, or 0 if it has none. */
export function numberOf(row: ReportRow | undefined, name: string): number {
  const value = row?.[name];
  return typeof value === "number" ? value : 0;
}
