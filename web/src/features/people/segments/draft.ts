import type { Condition, CustomField, Leaf, SegmentRules } from "@/features/people/segments/api/segments";

/** A group during editing. */
export interface DraftGroup {
  key: string;
  kind: "all" | "any" | "not";
  parts: readonly DraftPart[];
}

/** A condition during editing, which may lack values. */
export interface DraftLeaf {
  key: string;
  leaf: Leaf;
}

export type DraftPart = DraftGroup | DraftLeaf;

let counter = 0;

function newKey(): string {
  counter += 1;
  return `part-${counter}`;
}

export function isGroup(part: DraftPart): part is DraftGroup {
  return "parts" in part;
}

function isGroupCondition(condition: Condition): condition is Extract<Condition, { conditions: unknown }> {
  return "conditions" in condition;
}

/** Converts rules for editing. */
export function draftOf(rules: SegmentRules): DraftGroup {
  return {
    key: newKey(),
    kind: rules.kind ?? "all",
    parts: rules.conditions.map((it) =>
      isGroupCondition(it) ? draftOf(it as SegmentRules) : { key: newKey(), leaf: it },
    ),
  };
}

/** Returns the draft of a new segment: one condition on what customers do. */
export function emptyDraft(): DraftGroup {
  return { key: newKey(), kind: "all", parts: [newLeaf("behaviour")] };
}

export function newGroup(): DraftGroup {
  return { key: newKey(), kind: "any", parts: [newLeaf("tag")] };
}

export function newLeaf(kind: Leaf["kind"], fields: readonly CustomField[] = []): DraftLeaf {
  return { key: newKey(), leaf: emptyLeaf(kind, fields) };
}

function emptyLeaf(kind: Leaf["kind"], fields: readonly CustomField[]): Leaf {
  switch (kind) {
    case "behaviour":
      return { kind, op: "is", act: "scan", times: 1, within: { last_days: 30 } };
    case "frequency":
      return { kind, op: "at_least", act: "any", days: 3, within: { last_days: 30 } };
    case "value":
      return { kind, op: "at_least", amount_cents: 10_000, within: {} };
    case "recency":
      return { kind, op: "at_most", days: 30 };
    case "contact":
      return { kind, op: "is", value: "email" };
    case "consent":
      return { kind, op: "is", channel: "email", purpose: "marketing", state: "given" };
    case "birthday":
      return { kind, days: 7 };
    case "age":
      return { kind, op: "at_least", years: 18 };
    case "created":
      return { kind, op: "is", within: { last_days: 30 } };
    case "segment":
      return { kind, op: "is", segment_id: "" };
    case "field":
      return { kind, name: fields[0]?.name ?? "", op: "known", values: [] };
    case "language":
    case "country":
    case "time_zone":
    case "tag":
      return { kind, op: "is", values: [] };
  }
}

export const MAX_TIMES = 1_000_000;
export const MAX_DAYS = 3_650;
export const MAX_CENTS = 1_000_000_000;
export const FIRST_DAY = "2000-01-01";
export const LAST_DAY = "2100-12-31";

type Range = Extract<Leaf, { kind: "created" }>["within"];

function isCount(value: number | undefined, from: number, to: number): boolean {
  return Number.isInteger(value) && from <= Number(value) && Number(value) <= to;
}

function isRange({ last_days: lastDays, first_day: first, last_day: last }: Range = {}): boolean {
  return (
    isCount(lastDays ?? 1, 1, MAX_DAYS) &&
    FIRST_DAY <= (first ?? FIRST_DAY) &&
    (first ?? FIRST_DAY) <= (last ?? LAST_DAY) &&
    (last ?? LAST_DAY) <= LAST_DAY
  );
}

/** Whether a condition has all values that are needed to count it, and no number out of range. */
function isComplete(leaf: Leaf): boolean {
  switch (leaf.kind) {
    case "language":
    case "country":
    case "time_zone":
    case "tag":
      return leaf.values.length > 0;
    case "segment":
      return leaf.segment_id !== "";
    case "field":
      return leaf.name !== "" && (leaf.op === "known" || leaf.op === "unknown" || (leaf.values ?? []).length > 0);
    case "birthday":
      return (leaf.months ?? []).length > 0 || isCount(leaf.days ?? undefined, 0, 366);
    case "age":
      return isCount(leaf.years, 0, 120);
    case "created":
      return isRange(leaf.within);
    case "recency":
      return isCount(leaf.days, 0, MAX_DAYS);
    case "behaviour":
      return isCount(leaf.times, 1, MAX_TIMES) && isRange(leaf.within);
    case "frequency":
      return isCount(leaf.days, 1, MAX_DAYS) && isRange(leaf.within);
    case "value":
      return isCount(leaf.amount_cents, leaf.op === "at_most" ? 0 : 1, MAX_CENTS) && isRange(leaf.within);
    default:
      return true;
  }
}

/** Returns the rules to send, or null while a condition is incomplete. */
export function rulesOf(group: DraftGroup): SegmentRules | null {
  const conditions: Condition[] = [];
  for (const part of group.parts) {
    const condition = isGroup(part) ? rulesOf(part) : isComplete(part.leaf) ? part.leaf : null;
    if (condition === null) {
      return null;
    }
    conditions.push(condition as Condition);
  }
  return conditions.length === 0 ? null : { kind: group.kind, conditions };
}
