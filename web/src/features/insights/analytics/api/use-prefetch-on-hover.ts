import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";

/** Longer than the pointer stays on an entry that it only crosses. */
const DWELL_MS = 60;

/**
 * Prefetches the numbers that the user will probably want next, one request at a time: pressed entries at once, others
 * after a moment of hovering if no request is running.
 */
export function usePrefetchOnHover(): (question: QueryInput | null, isPressed: boolean) => void {
  const cache = useQueryClient();
  const [ahead] = useState(() => {
    let pending: QueryInput | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFetching = false;
    const ask = async (question: QueryInput) => {
      await cache.query(analyticsQuery(question)).catch(() => undefined); // selecting it fetches again and shows the error
    };
    const prefetchPending = async () => {
      if (isFetching || pending === null) {
        return;
      }
      isFetching = true;
      const question = pending;
      pending = null;
      await ask(question);
      isFetching = false;
      await prefetchPending();
    };
    return {
      want: (question: QueryInput | null, isPressed: boolean) => {
        clearTimeout(timer);
        pending = isPressed ? null : question;
        if (question !== null && isPressed) {
          void ask(question);
        } else if (question !== null) {
          timer = setTimeout(() => void prefetchPending(), DWELL_MS);
        }
      },
    };
  });
  useEffect(() => () => ahead.want(null, false), [ahead]);
  return ahead.want;
}
