import { useCallback, useRef } from "react";
import { COOLDOWN_MS } from "@/shared/api/fetch-once";

/**
 * Starts something unless it is under way or has just succeeded, as for the second click of a double one. For what
 * differs each time that it is sent, as a time or a drawn picture does: of the rest, `fetchOnce` sees that it is the same.
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
