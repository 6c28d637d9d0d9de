import { useCallback, useLayoutEffect, useRef } from "react";

/** One and the same function that does what it was last given, so that what is drawn with it need not be
 * drawn again. For what happens after drawing: clicks, keys. */
export function useStableCallback<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
