import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Question } from "@/features/analytics/api/get-analytics";
import type { Metric } from "@/features/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type Asked = components["schemas"]["GetEvents"];
const PAGE = 100;

/** The raw events behind a number, page by page. */
export function eventsQuery(question: Question, metric: Metric | null) {
  return infiniteQueryOptions({
    queryKey: ["analytics", "events", question, metric],
    queryFn: ({ signal, pageParam }) => {
      const body = { ...question, group_by: [], metric, after: pageParam, page_size: PAGE } as unknown as Asked;
      return answerOf(api.POST("/v1/get-events", { body, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}
