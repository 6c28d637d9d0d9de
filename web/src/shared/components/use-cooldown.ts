import { useEffect, useState } from "react";
import { COOLDOWN_MS } from "@/shared/api/fetch-once";

/**
 * Whether the action succeeded so recently that another press is probably unintended, and a function that records its
 * success. On a fast network the response arrives between the two clicks of a double click.
 */
export function useCooldown(): [isCoolingDown: boolean, startCooldown: () => void] {
  const [successes, setSuccesses] = useState(0);
  const [cooled, setCooled] = useState(0);
  const isCoolingDown = successes !== cooled;
  useEffect(() => {
    if (!isCoolingDown) {
      return;
    }
    const timer = setTimeout(() => setCooled(successes), COOLDOWN_MS);
    return () => clearTimeout(timer);
  }, [isCoolingDown, successes]);
  return [isCoolingDown, () => setSuccesses((count) => count + 1)];
}
