import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type AnalyticsSource, MEMBER_SOURCE } from "@/features/insights/analytics/api/analytics-source";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import { type AnalyticsView, DEFAULT_VIEW } from "@/features/insights/analytics/filters";
import type { Answer } from "@/features/insights/analytics/metrics";
import { ApiError } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { nextDay, startOfDay } from "@/shared/format/zoned";

export type QueryInput = Partial<components["schemas"]["GetAnalytics"]>;

const STILL_NOW_MS = 60_000;

/** Whether the range of a result reaches the present, so that it can still grow. */
export function isLive(answer: Pick<Answer, "to">, now: number): boolean {
  return Date.parse(answer.to) > now - STILL_NOW_MS;
}

/** Returns the API request for a view. Days are days in the organisation's time zone. */
export function queryOf(view: AnalyticsView, zone: string, groupBy: readonly Dimension[]): QueryInput {
  const { range } = view;
  const span =
    range.kind === "preset"
      ? { interval: range.interval }
      : { from: startOfDay(range.from, zone), to: startOfDay(nextDay(range.to), zone) };
  return {
    ...span,
    filters: Object.fromEntries(Object.entries(view.filters).map(([name, values]) => [name, [...(values ?? [])]])),
    group_by: [...groupBy],
    include_bots: view.includeBots,
    dimensions_as_of: view.asOf,
    ...(view.compare === DEFAULT_VIEW.compare ? {} : { compare: view.compare }),
    ...(view.granularity === null ? {} : { granularity: view.granularity }),
  };
}

/** Returns the request for the comparison range, with the same granularity as the answer's own series. */
export function comparisonQuery(question: QueryInput, answer: Answer): QueryInput {
  return {
    filters: question.filters,
    include_bots: question.include_bots,
    dimensions_as_of: question.dimensions_as_of,
    from: answer.previous_from,
    to: answer.previous_to,
    granularity: answer.granularity,
    compare: "none",
  };
}

/**
 * Returns the result of a query. If its granularity is too fine for its range, returns the result with one that fits.
 *
 * Only the server may know the length of the range: "all time" begins with the first event, and grows.
 */
export async function withFittingGranularity<Answered>(
  question: QueryInput,
  ask: (question: QueryInput) => Promise<Answered>,
): Promise<Answered> {
  try {
    return await ask(question);
  } catch (error) {
    if (question.granularity && error instanceof ApiError && "granularity" in error.fields) {
      return await ask({ ...question, granularity: undefined });
    }
    throw error;
  }
}

/** Fetches the analytics for a request. */
export function analyticsQuery(question: QueryInput, source: AnalyticsSource = MEMBER_SOURCE) {
  return queryOptions({
    queryKey: ["analytics", "answer", question, source.name],
    queryFn: ({ signal }) => withFittingGranularity(question, (request) => source.fetch(request, signal)),
    placeholderData: keepPreviousData,
  });
}
