import { useCallback, useReducer } from "react";
import type { Draft, SlipElement } from "@/features/content/slips/types";

interface History {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Consecutive changes of one kind are undone together. */
  last: string | null;
}

type Step =
  | { type: "change"; make: (now: Draft) => Draft; kind: string | null }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "pause" };

const LONGEST = 100;

function reduce(history: History, step: Step): History {
  const { past, present, future } = history;
  switch (step.type) {
    case "change": {
      const next = step.make(present);
      if (next === present) {
        return history;
      }
      const isSame = step.kind !== null && step.kind === history.last;
      return {
        past: isSame ? past : [...past, present].slice(-LONGEST),
        present: next,
        future: [],
        last: step.kind,
      };
    }
    case "undo": {
      const before = past.at(-1);
      return before === undefined
        ? history
        : { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
    }
    case "redo": {
      const [after, ...rest] = future;
      return after === undefined ? history : { past: [...past, present], present: after, future: rest, last: null };
    }
    case "pause":
      return history.last === null ? history : { ...history, last: null };
  }
}

export interface Design {
  draft: Draft;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  /** Ends a series of changes that are undone together. */
  pause: () => void;
  change: (values: Partial<Draft>, kind?: string) => void;
  changeElement: (id: string, values: Partial<SlipElement>, kind?: string) => void;
  add: (element: SlipElement) => void;
  remove: (id: string) => void;
  /** Moves an element up (1) or down (-1) in the stacking order. */
  shift: (id: string, by: 1 | -1) => void;
}

function shifted(elements: readonly SlipElement[], id: string, by: number): SlipElement[] {
  const at = elements.findIndex((element) => element.id === id);
  const to = at + by;
  const next = [...elements];
  const [moved, other] = [next[at], next[to]];
  if (moved && other) {
    next[at] = other;
    next[to] = moved;
  }
  return next;
}

/** The state of the designer, with undo and redo for every change. */
export function useDesign(initial: Draft): Design {
  const [history, dispatch] = useReducer(reduce, { past: [], present: initial, future: [], last: null });
  const make = useCallback(
    (maker: (now: Draft) => Draft, kind: string | null = null) => dispatch({ type: "change", make: maker, kind }),
    [],
  );
  return {
    draft: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: useCallback(() => dispatch({ type: "undo" }), []),
    redo: useCallback(() => dispatch({ type: "redo" }), []),
    pause: useCallback(() => dispatch({ type: "pause" }), []),
    change: useCallback((values, kind) => make((now) => ({ ...now, ...values }), kind), [make]),
    changeElement: useCallback(
      (id, values, kind) =>
        make(
          (now) =>
            now.elements.some((it) => it.id === id)
              ? {
                  ...now,
                  elements: now.elements.map((it) => (it.id === id ? ({ ...it, ...values } as SlipElement) : it)),
                }
              : now,
          kind,
        ),
      [make],
    ),
    add: useCallback((element) => make((now) => ({ ...now, elements: [...now.elements, element] })), [make]),
    remove: useCallback(
      (id) => make((now) => ({ ...now, elements: now.elements.filter((it) => it.id !== id) })),
      [make],
    ),
    shift: useCallback((id, by) => make((now) => ({ ...now, elements: shifted(now.elements, id, by) })), [make]),
  };
}
