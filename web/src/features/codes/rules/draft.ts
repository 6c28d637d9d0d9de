import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Condition, ConditionOption, Rule } from "@/features/codes/rules/types";
import { instantOf, wallClock } from "@/shared/format/zoned";
import { completeAddress } from "@/shared/url/addresses";

/** A condition during editing: every field of every kind as text, so that incomplete input is preserved. */
export interface DraftCondition {
  key: string;
  kind: string;
  op: string;
  values: string[];
  latitude: string;
  longitude: string;
  km: string;
  weekdays: string[];
  starts: string;
  ends: string;
  timeZone: string;
  value: string;
  subject: string;
  name: string;
  percent: string;
  group: string;
  /** Whether a percentage applies to people, always the same ones, or to visits. */
  sticky: boolean;
}

export interface DraftRule {
  key: string;
  id: string | null;
  name: string;
  enabled: boolean;
  conditions: DraftCondition[];
  outcome: "redirect" | "page" | "refuse";
  url: string;
  message: string;
  /** The page that is shown. An empty text means the code's own. */
  pageId: string;
}

let counter = 0;

/** Returns a React key that is unique on this page. */
function newKey(): string {
  counter += 1;
  return `row-${counter}`;
}

/** Returns an empty rule. */
export function emptyRule(): DraftRule {
  return {
    key: newKey(),
    id: null,
    name: "",
    enabled: true,
    conditions: [],
    outcome: "redirect",
    url: "",
    message: "",
    pageId: "",
  };
}

/** Returns a condition of a kind, with its first operator. */
export function emptyCondition(option: ConditionOption): DraftCondition {
  return {
    key: newKey(),
    kind: option.kind,
    op: option.operators[0]?.value ?? "",
    values: [],
    latitude: "",
    longitude: "",
    km: "10",
    weekdays: [],
    starts: "",
    ends: "",
    timeZone: "",
    value: "1",
    subject: "",
    name: "",
    percent: "50",
    group: "",
    sticky: true,
  };
}

const BLANK: ConditionOption = {
  kind: "",
  label: "",
  hint: "",
  input: "words",
  operators: [],
  choices: [],
  free: false,
};

/** Converts saved rules for editing. `zone` is the time zone in which dates are shown. */
export function draftsOf(rules: readonly Rule[], zone: string): DraftRule[] {
  return rules.map((rule) => ({
    key: newKey(),
    id: rule.id ?? null,
    name: rule.name ?? "",
    enabled: rule.enabled ?? true,
    conditions: (rule.conditions ?? []).map((condition) => draftOf(condition, zone)),
    outcome: rule.outcome.type,
    url: rule.outcome.type === "redirect" ? rule.outcome.url : "",
    message: rule.outcome.type === "refuse" ? (rule.outcome.message ?? "") : "",
    pageId: rule.outcome.type === "page" ? (rule.outcome.page_id ?? "") : "",
  }));
}

function draftOf(condition: Condition, zone: string): DraftCondition {
  const draft = {
    ...emptyCondition({ ...BLANK, kind: condition.kind }),
    op: ("op" in condition ? condition.op : undefined) ?? "",
  };
  switch (condition.kind) {
    case "distance":
      return {
        ...draft,
        latitude: `${condition.latitude}`,
        longitude: `${condition.longitude}`,
        km: `${condition.km}`,
      };
    case "local_time":
      return {
        ...draft,
        weekdays: condition.weekdays ?? [],
        starts: condition.starts ?? "",
        ends: condition.ends ?? "",
        timeZone: condition.time_zone ?? "",
      };
    case "date_window":
      return {
        ...draft,
        starts: condition.starts ? wallClock(condition.starts, zone) : "",
        ends: condition.ends ? wallClock(condition.ends, zone) : "",
      };
    case "visit_number":
    case "total_scans":
      return { ...draft, value: `${condition.value}` };
    case "stock":
      return { ...draft, value: `${condition.value}`, subject: condition.subject_id };
    case "query":
      return { ...draft, name: condition.name, values: condition.values ?? [] };
    case "split":
      return {
        ...draft,
        percent: `${condition.percent}`,
        group: condition.group ?? "",
        sticky: condition.sticky ?? true,
      };
    default:
      return { ...draft, values: condition.values };
  }
}

/** Converts rules for the server. Incomplete fields are included, and the server reports what is wrong. */
export function rulesOf(drafts: readonly DraftRule[], zone: string): Rule[] {
  return drafts.map(
    (draft) =>
      ({
        ...(draft.id === null ? {} : { id: draft.id }),
        name: draft.name.trim(),
        enabled: draft.enabled,
        conditions: draft.conditions.map((condition) => conditionOf(condition, zone)),
        outcome: outcomeOf(draft),
      }) as Rule,
  );
}

function outcomeOf(draft: DraftRule): object {
  switch (draft.outcome) {
    case "redirect":
      return { type: "redirect", url: completeAddress(draft.url) };
    case "page":
      return { type: "page", ...(draft.pageId ? { page_id: draft.pageId } : {}) };
    case "refuse":
      return { type: "refuse", message: draft.message.trim() };
  }
}

function conditionOf(draft: DraftCondition, zone: string): object {
  const { kind, op } = draft;
  switch (kind) {
    case "distance":
      return {
        kind,
        op,
        latitude: numberOf(draft.latitude),
        longitude: numberOf(draft.longitude),
        km: numberOf(draft.km),
      };
    case "local_time":
      return {
        kind,
        op,
        weekdays: draft.weekdays,
        starts: draft.starts || null,
        ends: draft.ends || null,
        time_zone: draft.timeZone || null,
      };
    case "date_window":
      return {
        kind,
        op,
        starts: draft.starts ? instantOf(draft.starts, zone) : null,
        ends: draft.ends ? instantOf(draft.ends, zone) : null,
      };
    case "visit_number":
    case "total_scans":
      return { kind, op, value: numberOf(draft.value) };
    case "stock":
      return { kind, op, value: numberOf(draft.value), subject_id: draft.subject.trim() };
    case "query":
      return { kind, op, name: draft.name.trim(), values: draft.values };
    case "split":
      return { kind, percent: numberOf(draft.percent), group: draft.group.trim() || null, sticky: draft.sticky };
    default:
      return { kind, op, values: draft.values };
  }
}

/** Parses a number; null for anything else. */
export function numberOf(text: string): number | null {
  return text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text);
}

/** Returns the list with one item moved to another position. */
export function moveItem<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, place) => place !== from);
  const row = rows[from];
  return row === undefined || to < 0 || to >= rows.length ? [...rows] : [...rest.slice(0, to), row, ...rest.slice(to)];
}

export interface RuleProblems {
  rule: string[];
  url: string | undefined;
  conditions: Record<number, string>;
}

/** Groups the server's errors by rule index, from fields such as `rules.0.conditions.1.country.values`. */
export function problemsOf(fields: Readonly<Record<string, string>>): Record<number, RuleProblems> {
  const problems: Record<number, RuleProblems> = {};
  for (const [field, message] of Object.entries(fields)) {
    const [list, place, part, which] = field.split(".");
    if (list !== "rules" || place === undefined) {
      continue;
    }
    const ruleProblems = (problems[Number(place)] ??= { rule: [], url: undefined, conditions: {} });
    if (part === "conditions" && which !== undefined) {
      ruleProblems.conditions[Number(which)] ??= message;
    } else if (part === "outcome" && field.endsWith(".url")) {
      ruleProblems.url = message;
    } else {
      ruleProblems.rule.push(message);
    }
  }
  return problems;
}

const WHOLE: Readonly<Record<string, MessageDescriptor>> = {
  "datetime-local": msg`Complete the date and time, or clear them`,
  time: msg`Complete the time, or clear it`,
};

/** Returns the errors of incomplete inputs, with the same keys as the server's errors. */
export function incompleteProblems(
  inputs: readonly HTMLInputElement[],
  drafts: readonly DraftRule[],
): Record<string, string> {
  const places = new Map(
    drafts.flatMap(({ conditions }, rule) =>
      conditions.map(({ key }, place) => [key, `rules.${rule}.conditions.${place}`]),
    ),
  );
  return Object.fromEntries(
    inputs.map(({ name, type }) => [places.get(name) ?? "rules", t(WHOLE[type] ?? msg`Enter a number`)]),
  );
}
