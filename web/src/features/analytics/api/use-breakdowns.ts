import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { analyticsQuery, type Question } from "@/features/analytics/api/get-analytics";
import type { Dimension } from "@/features/analytics/dimensions";

/** The same numbers by each of these dimensions, in one answer for all who ask. They are asked after the numbers
 * themselves, and again whenever those were answered anew. */
export function useBreakdowns(question: Question, dimensions: readonly Dimension[], answeredAt: number, enabled = true) {
  const { data, dataUpdatedAt, error, isError, isPlaceholderData, isFetching, refetch } = useQuery({
    ...analyticsQuery({ ...question, granularity: undefined, group_by: [...dimensions] }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const isBehind = enabled && !isPlaceholderData && dataUpdatedAt > 0 && dataUpdatedAt < answeredAt;
  useEffect(() => {
    if (isBehind && !isFetching) {
      void refetch({ cancelRefetch: false });
    }
  }, [isBehind, isFetching, refetch]);
  return { data, error, isError, isPlaceholderData, refetch };
}
