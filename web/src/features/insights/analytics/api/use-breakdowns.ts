import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { analyticsQuery, type Question } from "@/features/insights/analytics/api/get-analytics";
import type { Dimension } from "@/features/insights/analytics/dimensions";

/** The numbers of a question by each of these dimensions, in one answer for all who ask. */
export function useBreakdowns(question: Question, dimensions: readonly Dimension[], enabled = true) {
  return useQuery({
    ...analyticsQuery({ ...question, granularity: undefined, group_by: [...dimensions] }),
    staleTime: Number.POSITIVE_INFINITY, // asked for again with the numbers that they belong to
    enabled,
  });
}

/** The same, asked for again, once, whenever the numbers themselves were answered anew. */
export function useFreshBreakdowns(question: Question, dimensions: readonly Dimension[], answeredAt: number) {
  const { dataUpdatedAt, isPlaceholderData, refetch } = useBreakdowns(question, dimensions);
  const askedFor = useRef(0);
  const isBehind = !isPlaceholderData && dataUpdatedAt > 0 && dataUpdatedAt < answeredAt;
  useEffect(() => {
    // Once, whether it succeeds or not: who is refused asks no more until there are other numbers.
    if (isBehind && askedFor.current !== answeredAt) {
      askedFor.current = answeredAt;
      void refetch({ cancelRefetch: false });
    }
  }, [isBehind, answeredAt, refetch]);
}
