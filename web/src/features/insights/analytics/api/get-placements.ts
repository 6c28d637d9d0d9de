import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";

/** Fetches the codes with coordinates, and their numbers. */
export function placementsQuery(question: QueryInput) {
  const body = { ...question, group_by: [] };
  return queryOptions({
    queryKey: ["analytics", "placements", question],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-placements", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
