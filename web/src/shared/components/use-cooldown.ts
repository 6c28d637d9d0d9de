import { useEffect, useState } from "react";
import { COOLDOWN_MS } from "@/shared/api/fetch-once";

/**
 * Whether the action that just succeeded is too recent to be wanted again, and the function that says it succeeded.
 * On a fast network the answer comes between the two clicks of a double click.
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
