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

/** The parameters of a report, as the URL stores them. */
export interface ReportView {
  report: string;
  range: DateRange;
  /** A season of the leaderboard, instead of the range. */
  season: number | null;
  /** The dimension by which rows are split, or null for the report's default. */
  split: string | null;
  /** The column by which rows are sorted, with a `-` for descending, or null for the report's default. */
  sort: string | null;
  /** From 0. */
  page: number;
  includeBots: boolean;
  asOf: DimensionsAsOf;
  /** The range with which the numbers are compared. */
  compare: Comparison;
  /** The name of the only visitor to show, as typed. Empty for everybody. */
  visitor: string;
}

/** Every report. The list changes only with a new version of the product. */
export const reportsQuery = queryOptions({
  queryKey: ["analytics", "reports"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/list-reports", { body: {}, signal })),
  select: ({ reports }) => reports,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Returns the range of a view as the API expects it. Days are days in the organisation's time zone. */
export function spanOf(range: DateRange, zone: string) {
  return range.kind === "preset"
    ? { interval: range.interval }
    : { from: startOfDay(range.from, zone), to: startOfDay(nextDay(range.to), zone) };
}

/** Fetches one page of a report. */
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
