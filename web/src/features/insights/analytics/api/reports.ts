import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DimensionsAsOf, Comparison, DateRange } from "@/features/insights/analytics/filters";
import { isVisitorName } from "@/features/insights/analytics/visitors";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { nextDay, startOfDay } from "@/shared/format/zoned";

export type ReportInfo = components["schemas"]["ReportInfo"];
export type ReportPage = components["schemas"]["ReportPage"];
export type ReportColumn = components["schemas"]["ReportColumnInfo"];
export type ReportRow = ReportPage["rows"][number];

export const REPORT_PAGE_SIZE = 25;

/** What is asked of a report, as the address holds it. */
export interface ReportView {
  report: string;
  range: DateRange;
  /** In the place of the range: a season of the leaderboard. */
  season: number | null;
  /** What rows are split by; null as the report does by itself. */
  split: string | null;
  /** A column, with a `-` for the highest first; null as the report does by itself. */
  sort: string | null;
  /** From 0. */
  page: number;
  includeBots: boolean;
  asOf: DimensionsAsOf;
  /** With which range its numbers are compared. */
  compare: Comparison;
  /** The name of the visitor whose rows alone are wanted, as it was typed; empty for everybody. */
  visitor: string;
}

/** Every report there is; they change with the product alone. */
export const reportsQuery = queryOptions({
  queryKey: ["analytics", "reports"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-reports", { body: {}, signal })),
  select: ({ reports }) => reports,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The span of a view as the API takes it. Days are days of the organisation's zone. */
export function spanOf(range: DateRange, zone: string) {
  return range.kind === "preset"
    ? { interval: range.interval }
    : { from: startOfDay(range.from, zone), to: startOfDay(nextDay(range.to), zone) };
}

/** One page of a report. */
export function reportQuery(view: ReportView, zone: string) {
  const body = {
    report: view.report,
    ...(view.season === null ? spanOf(view.range, zone) : { season: view.season }),
    group_by: view.split,
    sort: view.sort === null ? [] : [view.sort],
    limit: REPORT_PAGE_SIZE,
    offset: view.page * REPORT_PAGE_SIZE,
    include_bots: view.includeBots,
    dimensions_as_of: view.asOf,
    compare: view.compare,
    visitor: isVisitorName(view.visitor) ? view.visitor : null,
  };
  return queryOptions({
    queryKey: ["analytics", "report", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-report", { body, signal })),
    placeholderData: keepPreviousData,
  });
}
