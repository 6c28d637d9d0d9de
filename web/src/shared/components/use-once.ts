import { useCallback, useRef } from "react";
import { COOLDOWN_MS } from "@/shared/api/fetch-once";

/**
 * Starts an action unless it is in progress or has just succeeded, as with the second click of a double click. It is
 * for requests that differ each time, for example because they contain a time or a drawn picture; identical requests
 * are deduplicated by `fetchOnce`.
 */
export function useOnce(): (start: () => Promise<unknown>) => void {
  const isTaken = useRef(false);
  return useCallback((start) => {
    if (isTaken.current) {
      return;
    }
    isTaken.current = true;
    const free = () => {
      isTaken.current = false;
    };
    void start().then(() => setTimeout(free, COOLDOWN_MS), free);
  }, []);
}
