import type { Condition, CustomField, Leaf, SegmentRules } from "@/features/people/segments/api/segments";
import { countryName, languageName } from "@/shared/format/names";

/** Kinds of conditions in the order of the menu. */
export const KINDS: readonly { kind: Leaf["kind"]; label: string; about: "What they do" | "Who they are" }[] = [
  { kind: "behaviour", label: "Activity", about: "What they do" },
  { kind: "frequency", label: "Active days", about: "What they do" },
  { kind: "recency", label: "Last activity", about: "What they do" },
  { kind: "value", label: "Order value", about: "What they do" },
  { kind: "tag", label: "Tag", about: "Who they are" },
  { kind: "language", label: "Language", about: "Who they are" },
  { kind: "country", label: "Country", about: "Who they are" },
  { kind: "time_zone", label: "Time zone", about: "Who they are" },
  { kind: "birthday", label: "Birthday", about: "Who they are" },
  { kind: "age", label: "Age", about: "Who they are" },
  { kind: "contact", label: "Contact", about: "Who they are" },
  { kind: "created", label: "Customer since", about: "Who they are" },
  { kind: "field", label: "Custom field", about: "Who they are" },
  { kind: "segment", label: "Segment", about: "Who they are" },
];

type Act = NonNullable<Extract<Leaf, { kind: "behaviour" }>["act"]>;

/** What customers do, after “did” and “did not”. */
export const ACTS: Record<Act, string> = {
  any: "anything",
  scan: "scan a code",
  view: "view a page",
  use: "use something on a page",
  submit: "send a form",
  vote: "vote",
  play: "play a game",
  redemption: "redeem something",
  order: "order",
  pass: "change a wallet pass",
};

export const GROUPS = { all: "All of these", any: "Any of these", not: "None of these" } as const;

/** Names of things that conditions refer to by id. */
export interface Names {
  segments: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
  fields: readonly CustomField[];
}

/** A condition as a sentence. */
function conditionInWords(leaf: Leaf, names: Names): string {
  const is = "op" in leaf && leaf.op === "is_not" ? "is not" : "is";
  const bound = "op" in leaf && leaf.op === "at_most" ? "at most" : "at least";
  switch (leaf.kind) {
    case "language":
      return `Language ${is} ${either(leaf.values.map(languageName))}`;
    case "country":
      return `Country ${is} ${either(leaf.values.map(countryName))}`;
    case "time_zone":
      return `Time zone ${is} ${either(leaf.values)}`;
    case "tag":
      return `${leaf.op === "is_not" ? "Does not have" : "Has"} the tag ${either(leaf.values)}`;
    case "contact":
      return `${leaf.value === "email" ? "Email" : "Phone"} is ${leaf.op === "is_not" ? "not known" : "known"}`;
    case "field":
      return fieldInWords(leaf, names);
    case "birthday":
      return (leaf.months ?? []).length > 0
        ? `Birthday is in ${either((leaf.months ?? []).map(monthName))}`
        : (leaf.days ?? 0) === 0
          ? "Birthday is today"
          : `Birthday is within ${leaf.days} days`;
    case "age":
      return `Age is ${bound} ${leaf.years}`;
    case "created":
      return `${leaf.op === "is_not" ? "Not a customer" : "Customer"} since ${rangeInWords(leaf.within)}`;
    case "segment":
      return `${leaf.op === "is_not" ? "Not in" : "In"} the segment ${names.segments.get(leaf.segment_id) ?? "…"}`;
    case "recency":
      return `Last activity is ${bound} ${count(leaf.days, "day")} ago`;
    case "behaviour":
      return sentence(
        `${leaf.op === "is_not" ? "Did not" : "Did"} ${ACTS[leaf.act ?? "any"]}`,
        (leaf.times ?? 1) > 1 ? `at least ${leaf.times} times` : "",
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
    case "frequency":
      return sentence(
        `Did ${ACTS[leaf.act ?? "any"]} on ${bound} ${count(leaf.days, "day")}`,
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
    case "value":
      return sentence(
        `Orders add up to ${bound} ${(leaf.amount_cents / 100).toLocaleString("en", { minimumFractionDigits: 2 })}`,
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
  }
}

/** Conditions of a group, each as a sentence; those of a group within it as one. */
export function linesOf(rules: SegmentRules, names: Names): string[] {
  return rules.conditions.map((it: Condition) => {
    if (!("conditions" in it)) {
      return conditionInWords(it, names);
    }
    return `${GROUPS[it.kind]}: ${linesOf(it, names).join("; ")}`;
  });
}

function fieldInWords(leaf: Extract<Leaf, { kind: "field" }>, names: Names): string {
  const label = names.fields.find((one) => one.name === leaf.name)?.label ?? leaf.name;
  const value = either((leaf.values ?? []).map((it) => (it === true ? "Yes" : it === false ? "No" : String(it))));
  return `${label} ${FIELD_OPERATORS[leaf.op ?? "is"]} ${value}`.trim();
}

export const FIELD_OPERATORS = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  at_least: "is at least",
  at_most: "is at most",
  known: "is known",
  unknown: "is not known",
} as const;

type Range = NonNullable<Extract<Leaf, { kind: "created" }>["within"]>;

/** A range of days; empty for ever. */
function rangeInWords(within: Range | undefined): string {
  if (within?.last_days) {
    return within.last_days === 1 ? "today" : `in the last ${within.last_days} days`;
  }
  const from = within?.first_day ? `from ${within.first_day}` : "";
  const until = within?.last_day ? `to ${within.last_day}` : "";
  return sentence(from, until);
}

type Placed = Extract<Leaf, { kind: "value" }>;

function placesInWords(
  { codes, pages, folders, placements }: Omit<Placed, "kind" | "amount_cents" | "op">,
  names: Names,
) {
  const ids = [...(codes ?? []), ...(pages ?? []), ...(folders ?? [])];
  const places = [...ids.map((id) => names.places.get(id) ?? "…"), ...(placements ?? [])];
  return places.length === 0 ? "" : `at ${either(places)}`;
}

function either(words: readonly string[]): string {
  return words.join(" or ");
}

function sentence(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** The name of a month, counted from 1. */
export function monthName(month: number): string {
  return new Date(Date.UTC(2000, month - 1, 1)).toLocaleDateString("en", { month: "long", timeZone: "UTC" });
}
