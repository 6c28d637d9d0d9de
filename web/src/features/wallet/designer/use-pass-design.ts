import { useCallback, useReducer } from "react";
import type { PassContent, PassField, PassZone } from "@/shared/wallet/pass-content";

export interface Draft {
  name: string;
  content: PassContent;
}

interface History {
  past: readonly Draft[];
  present: Draft;
  future: readonly Draft[];
  /** Consecutive changes of the same kind are undone together. */
  last: string | null;
}

type Step = { type: "change"; make: (now: Draft) => Draft; kind: string | null } | { type: "undo" } | { type: "redo" };

const LONGEST = 100;

function reduce(history: History, step: Step): History {
  const { past, present, future } = history;
  if (step.type === "undo") {
    const before = past.at(-1);
    return before === undefined
      ? history
      : { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
  }
  if (step.type === "redo") {
    const [after, ...rest] = future;
    return after === undefined ? history : { past: [...past, present], present: after, future: rest, last: null };
  }
  const next = step.make(present);
  if (next === present) {
    return history;
  }
  const isSame = step.kind !== null && step.kind === history.last;
  return { past: isSame ? past : [...past, present].slice(-LONGEST), present: next, future: [], last: step.kind };
}

export const ZONES: readonly PassZone[] = ["header", "primary", "secondary", "auxiliary", "back"];

/** The fields after one moved to a place in a zone, counted among the other fields of that zone. */
export function moved(fields: readonly PassField[], key: string, zone: PassZone, place: number): readonly PassField[] {
  const field = fields.find((it) => it.key === key);
  if (field === undefined) {
    return fields;
  }
  const others = fields.filter((it) => it.key !== key);
  const inside = others.filter((it) => it.zone === zone);
  inside.splice(place, 0, { ...field, zone });
  return ZONES.flatMap((it) => (it === zone ? inside : others.filter((other) => other.zone === it)));
}

/** Where a field moves by one step up or down: within its zone, then into the one before or after. */
export function stepOf(
  fields: readonly PassField[],
  key: string,
  by: 1 | -1,
): { zone: PassZone; place: number } | undefined {
  const field = fields.find((it) => it.key === key);
  if (field === undefined) {
    return undefined;
  }
  const inside = fields.filter((it) => it.zone === field.zone);
  const place = inside.indexOf(field) + by;
  if (place >= 0 && place < inside.length) {
    return { zone: field.zone, place };
  }
  const zone = ZONES[ZONES.indexOf(field.zone) + by];
  return zone === undefined
    ? undefined
    : { zone, place: by === 1 ? 0 : fields.filter((it) => it.zone === zone).length };
}

export interface PassDesign {
  draft: Draft;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  rename: (name: string) => void;
  change: (values: Partial<PassContent>, kind?: string) => void;
  changeField: (key: string, values: Partial<PassField>, kind?: string) => void;
  move: (key: string, zone: PassZone, place: number) => void;
  addField: (zone: PassZone, label: string) => string;
  removeField: (key: string) => void;
}

function freeKey(fields: readonly PassField[], zone: PassZone): string {
  for (let number = 1; ; number += 1) {
    const key = `${zone}${number}`;
    if (fields.every((field) => field.key !== key)) {
      return key;
    }
  }
}

/** The pass being designed, with undo for every change. */
export function usePassDesign(initial: Draft): PassDesign {
  const [history, dispatch] = useReducer(reduce, { past: [], present: initial, future: [], last: null });
  const make = useCallback(
    (maker: (now: Draft) => Draft, kind: string | null = null) => dispatch({ type: "change", make: maker, kind }),
    [],
  );
  const withFields = useCallback(
    (maker: (fields: readonly PassField[]) => readonly PassField[], kind?: string) =>
      make((now) => ({ ...now, content: { ...now.content, fields: maker(now.content.fields) } }), kind),
    [make],
  );
  const { fields } = history.present.content;
  return {
    draft: history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: useCallback(() => dispatch({ type: "undo" }), []),
    redo: useCallback(() => dispatch({ type: "redo" }), []),
    rename: useCallback((name) => make((now) => ({ ...now, name }), "name"), [make]),
    change: useCallback(
      (values, kind) => make((now) => ({ ...now, content: { ...now.content, ...values } }), kind),
      [make],
    ),
    changeField: useCallback(
      (key, values, kind) => withFields((all) => all.map((it) => (it.key === key ? { ...it, ...values } : it)), kind),
      [withFields],
    ),
    move: useCallback((key, zone, place) => withFields((all) => moved(all, key, zone, place)), [withFields]),
    addField: useCallback(
      (zone, label) => {
        const key = freeKey(fields, zone);
        const field: PassField = {
          key,
          zone,
          label,
          format: "text",
          value: "",
          currency: null,
          alignment: "natural",
          change_message: null,
          translations: {},
        };
        withFields((all) => moved([...all, field], key, zone, all.length));
        return key;
      },
      [fields, withFields],
    ),
    removeField: useCallback((key) => withFields((all) => all.filter((it) => it.key !== key)), [withFields]),
  };
}
