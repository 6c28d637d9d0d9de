import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import type { Dimension } from "@/features/insights/analytics/dimensions";

/** Fetches the numbers of a query by each of these dimensions, in one response for all callers. */
export function useBreakdowns(question: QueryInput, dimensions: readonly Dimension[], enabled = true) {
  return useQuery({
    ...analyticsQuery({ ...question, granularity: undefined, group_by: [...dimensions] }),
    staleTime: Number.POSITIVE_INFINITY, // asked for again with the numbers that they belong to
    enabled,
  });
}

/** The same, refetched once whenever the dashboard's own data was refreshed. */
export function useFreshBreakdowns(question: QueryInput, dimensions: readonly Dimension[], answeredAt: number) {
  const { dataUpdatedAt, isPlaceholderData, refetch } = useBreakdowns(question, dimensions);
  const requestCount = useRef(0);
  const isBehind = !isPlaceholderData && dataUpdatedAt > 0 && dataUpdatedAt < answeredAt;
  useEffect(() => {
    // Only once, whether it succeeds or not: after a failure, nothing is fetched until there are new numbers.
    if (isBehind && requestCount.current !== answeredAt) {
      requestCount.current = answeredAt;
      void refetch({ cancelRefetch: false });
    }
  }, [isBehind, answeredAt, refetch]);
}
