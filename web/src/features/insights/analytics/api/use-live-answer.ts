import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { analyticsQuery, isLive, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";

const POLL_MS = 2000;
const REFETCH_MS = 60_000;

/**
 * Fetches a result that follows new events: while its range includes the present and the page is visible, a lightweight
 * version is polled every 2 seconds, and the numbers are fetched again when it has changed.
 */
export function useLiveAnswer(question: QueryInput) {
  const cache = useQueryClient();
  const options = analyticsQuery(question);
  const answer = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isLive(state.data, state.dataUpdatedAt) ? REFETCH_MS : false,
  });
  const follows = answer.data !== undefined && isLive(answer.data, answer.dataUpdatedAt);
  const mark = useQuery({
    queryKey: ["analytics", "mark"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/analytics-freshness", { signal })),
    refetchInterval: POLL_MS,
    enabled: follows,
    retry: false,
  });
  const key = options.queryKey;
  const version = mark.data?.version;
  const isBehind =
    mark.data !== undefined && answer.data !== undefined && !isSameTime(mark.data.as_of, answer.data.as_of);
  const keyText = JSON.stringify(key);
  // A new version indicates a change. The first one does not, unless the result is older.
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (version === undefined || version === seen.current) {
      return;
    }
    if (seen.current !== undefined || isBehind) {
      void cache.invalidateQueries({ queryKey: JSON.parse(keyText) as QueryKey, exact: true });
    }
    seen.current = version;
  }, [version, isBehind, keyText, cache]);
  // Only the fields in use, because reading the whole result would rerender on each of its changes.
  const { data, dataUpdatedAt, error, isError, isPlaceholderData, refetch } = answer;
  return {
    data,
    dataUpdatedAt,
    error,
    isError,
    isPlaceholderData,
    refetch,
    isLive: follows,
    behindSeconds: mark.data?.behind_seconds ?? 0,
    isReadOnly: mark.data?.is_read_only ?? false,
  };
}

/** Whether two texts are the same instant. A result has the organisation's time zone, the version has UTC. */
export function isSameTime(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));
}
