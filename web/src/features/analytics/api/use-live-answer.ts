import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { analyticsQuery, isLive, type Question } from "@/features/analytics/api/get-analytics";
import { answerOf, api } from "@/shared/api/client";

const LOOK_EVERY_MS = 2000;
const ROLL_EVERY_MS = 60_000;

/** An answer that follows the events: while its range includes now and the page is seen, a light
 * mark is looked at every 2 seconds, and the numbers are asked for again when it has changed. */
export function useLiveAnswer(question: Question) {
  const cache = useQueryClient();
  const options = analyticsQuery(question);
  const answer = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      state.data !== undefined && isLive(state.data, state.dataUpdatedAt) ? ROLL_EVERY_MS : false,
  });
  const follows = answer.data !== undefined && isLive(answer.data, answer.dataUpdatedAt);
  const mark = useQuery({
    queryKey: ["analytics", "mark"],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/analytics-freshness", { signal })),
    refetchInterval: LOOK_EVERY_MS,
    enabled: follows,
    retry: false,
  });
  const version = mark.data?.version;
  const seen = useRef<string | undefined>(undefined);
  const key: QueryKey = options.queryKey;
  const keyText = JSON.stringify(key);
  useEffect(() => {
    if (version !== undefined && seen.current !== undefined && seen.current !== version) {
      void cache.invalidateQueries({ queryKey: JSON.parse(keyText) as QueryKey, exact: true });
    }
    seen.current = version ?? seen.current;
  }, [version, keyText, cache]);
  return { ...answer, isLive: follows };
}
