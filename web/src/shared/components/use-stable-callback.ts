import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * A function with a constant identity that calls the latest callback, so that components using it need not rerender.
 * For callbacks that run after rendering, such as clicks and keys.
 */
export function useStableCallback<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
