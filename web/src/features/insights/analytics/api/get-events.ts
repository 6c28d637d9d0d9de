import { infiniteQueryOptions } from "@tanstack/react-query";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import type { RowsMetric } from "@/features/insights/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";

const PAGE = 100;

/** A row of a report, identified by the columns of its key. */
export interface ReportRowFilter {
  report: string;
  split: string | null;
  row: Record<string, string>;
}

/** Fetches the raw events behind a number or behind a row of a report, page by page. */
export function eventsQuery(
  question: QueryInput,
  metric: RowsMetric | null,
  of: ReportRowFilter | null = null,
  visitor: string | null = null,
) {
  return infiniteQueryOptions({
    queryKey: ["analytics", "events", question, metric, of, visitor],
    queryFn: ({ signal, pageParam }) => {
      const body = {
        ...question,
        group_by: [],
        metric,
        ...of,
        visitor,
        after: pageParam,
        page_size: PAGE,
      };
      return answerOf(api.POST("/v1/get-events", { body, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}
