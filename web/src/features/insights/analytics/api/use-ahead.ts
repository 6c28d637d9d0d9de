import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { analyticsQuery, type Question } from "@/features/insights/analytics/api/get-analytics";

/** Whoever only passes over an entry on the way to another does not stay so long. */
const DWELL_MS = 60;

/** Asks for numbers that somebody is about to want, one question at a time: `pressed` ones at once, others when they
 * have been looked at for a moment and nothing else is on its way. */
export function useAhead(): (question: Question | null, isPressed: boolean) => void {
  const cache = useQueryClient();
  const [ahead] = useState(() => {
    let wanted: Question | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    const ask = async (question: Question) => {
      await cache.query(analyticsQuery(question)).catch(() => undefined); // whoever chooses it asks again, and is told
    };
    const askWanted = async () => {
      if (isAsking || wanted === null) {
        return;
      }
      isAsking = true;
      const question = wanted;
      wanted = null;
      await ask(question);
      isAsking = false;
      await askWanted();
    };
    return {
      want: (question: Question | null, isPressed: boolean) => {
        clearTimeout(timer);
        wanted = isPressed ? null : question;
        if (question !== null && isPressed) {
          void ask(question);
        } else if (question !== null) {
          timer = setTimeout(() => void askWanted(), DWELL_MS);
        }
      },
    };
  });
  useEffect(() => () => ahead.want(null, false), [ahead]);
  return ahead.want;
}
