import { useEffect, useState } from "react";
import { REST_MS } from "@/shared/api/fetch-once";

/**
 * Whether the action that just succeeded is too recent to be wanted again, and the function that says it succeeded.
 * On a fast network the answer comes between the two clicks of a double click.
 */
export function useRest(): [isResting: boolean, rest: () => void] {
  const [successes, setSuccesses] = useState(0);
  const [rested, setRested] = useState(0);
  const isResting = successes !== rested;
  useEffect(() => {
    if (!isResting) {
      return;
    }
    const timer = setTimeout(() => setRested(successes), REST_MS);
    return () => clearTimeout(timer);
  }, [isResting, successes]);
  return [isResting, () => setSuccesses((count) => count + 1)];
}
