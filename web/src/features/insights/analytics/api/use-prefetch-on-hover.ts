import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";

/** Longer than the pointer stays on an entry that it only passes over. */
const DWELL_MS = 60;

/** Asks for numbers that somebody is about to want, one question at a time: `pressed` ones at once, others when they
 * have been looked at for a moment and nothing else is on its way. */
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
