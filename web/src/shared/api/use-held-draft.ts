import { useState } from "react";
import { flushSync } from "react-dom";

interface HeldDraft<Row, Plan> {
  /** The stored state that the draft is based on; null for a new one. */
  base: Row | null;
  plan: Plan;
  isChanged: boolean;
}

/**
 * A draft of something that has revisions. Without unsaved changes it follows what the server has stored. With them it
 * stays as typed, on the revision that it is based on, whatever arrives: a colleague's change, or the response to a
 * save during which the user typed on.
 */
export function useHeldDraft<Row extends { revision: number }, Plan extends object>(
  stored: Row | null,
  planOf: (row: Row) => Plan,
  first: () => Plan,
) {
  const [held, setHeld] = useState<HeldDraft<Row, Plan>>(() => ({
    base: stored,
    plan: stored === null ? first() : planOf(stored),
    isChanged: false,
  }));
  const { base, plan, isChanged } = held;
  const known = base?.revision ?? 0;
  if (stored !== null && stored !== base && stored.revision === known) {
    setHeld({ ...held, base: stored }); // only its state is different
  } else if (stored !== null && stored.revision > known && !isChanged) {
    setHeld({ base: stored, plan: planOf(stored), isChanged: false });
  }
  return {
    base,
    plan,
    isChanged,
    /** Another revision than the one that the draft is based on, or null. */
    newer: stored !== null && stored.revision > known ? stored : null,
    edit: (part: Partial<Plan>) => setHeld((now) => ({ ...now, plan: { ...now.plan, ...part }, isChanged: true })),
    /** Replaces the draft. Unsaved changes are lost. */
    load: (row: Row) => setHeld({ base: row, plan: planOf(row), isChanged: false }),
    /**
     * Records that this plan is stored now, and returns whether it is still the whole draft. What was typed since then
     * remains unsaved.
     */
    keepSaved: (row: Row, sent: Plan): boolean => {
      let isWhole = false;
      // At once, so that the screen may be left without a question.
      flushSync(() =>
        setHeld((now) => {
          isWhole = now.plan === sent;
          return { ...now, base: row, isChanged: !isWhole };
        }),
      );
      return isWhole;
    },
  };
}

export type Draft<Row extends { revision: number }, Plan extends object> = ReturnType<typeof useHeldDraft<Row, Plan>>;
