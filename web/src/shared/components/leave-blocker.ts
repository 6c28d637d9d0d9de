import { useEffect, useEffectEvent } from "react";
import { type Blocker, type BlockerFunction, useBlocker } from "react-router";

/** What is on the screen and must not be lost without a question. */
const guards = new Set<BlockerFunction>();

/**
 * Stops a navigation if this or another guard on the screen objects to it. The router asks only the blocker that was
 * mounted last, for example that of a dialog over an editor, so each answers for all.
 */
export function useLeaveBlocker(objects: BlockerFunction): Blocker {
  const ask = useEffectEvent(objects);
  useEffect(() => {
    const guard: BlockerFunction = (navigation) => ask(navigation);
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);
  return useBlocker((navigation) => [...guards].some((guard) => guard(navigation)));
}
