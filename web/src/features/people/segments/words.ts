import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Condition, CustomField, Leaf, SegmentRules } from "@/features/people/segments/api/segments";
import { CHANNELS, PURPOSES } from "@/shared/consents/topics";
import { formatChoices } from "@/shared/format/lists";
import { countryName, languageName } from "@/shared/format/names";

/** What conditions are about, as headings of the menu. */
export const ABOUT = { deeds: msg`What they do`, facts: msg`Who they are` } as const;
type About = keyof typeof ABOUT;

/** Kinds of conditions in the order of the menu. */
export const KINDS: readonly { kind: Leaf["kind"]; label: MessageDescriptor; about: About }[] = [
  { kind: "behaviour", label: msg`Activity`, about: "deeds" },
  { kind: "frequency", label: msg`Active days`, about: "deeds" },
  { kind: "recency", label: msg`Last activity`, about: "deeds" },
  { kind: "value", label: msg`Order value`, about: "deeds" },
  { kind: "tag", label: msg`Tag`, about: "facts" },
  { kind: "language", label: msg`Language`, about: "facts" },
  { kind: "country", label: msg`Country`, about: "facts" },
  { kind: "time_zone", label: msg`Time zone`, about: "facts" },
  { kind: "birthday", label: msg`Birthday`, about: "facts" },
  { kind: "age", label: msg`Age`, about: "facts" },
  { kind: "contact", label: msg`Contact`, about: "facts" },
  { kind: "consent", label: msg`Consent`, about: "facts" },
  { kind: "created", label: msg`Customer since`, about: "facts" },
  { kind: "field", label: msg`Custom field`, about: "facts" },
  { kind: "segment", label: msg`Segment`, about: "facts" },
];

type Act = NonNullable<Extract<Leaf, { kind: "behaviour" }>["act"]>;

/** What customers do, after “did” and “did not”. */
export const ACTS: Record<Act, MessageDescriptor> = {
  any: msg`anything`,
  scan: msg`scan a code`,
  view: msg`view a page`,
  use: msg`use something on a page`,
  submit: msg`send a form`,
  vote: msg`vote`,
  play: msg`play a game`,
  redemption: msg`redeem something`,
  order: msg`order`,
  pass: msg`change a wallet pass`,
};

export const GROUPS = { all: msg`All of these`, any: msg`Any of these`, not: msg`None of these` } as const;

/** Names of things that conditions refer to by id. */
export interface Names {
  segments: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
  fields: readonly CustomField[];
}

/** A condition as a sentence. */
function conditionInWords(leaf: Leaf, names: Names): string {
  const isNot = "op" in leaf && leaf.op === "is_not";
  const isMost = "op" in leaf && leaf.op === "at_most";
  switch (leaf.kind) {
    case "language": {
      const languages = formatChoices(leaf.values.map(languageName));
      return isNot ? t`Language is not ${languages}` : t`Language is ${languages}`;
    }
    case "country": {
      const countries = formatChoices(leaf.values.map(countryName));
      return isNot ? t`Country is not ${countries}` : t`Country is ${countries}`;
    }
    case "time_zone": {
      const zones = formatChoices(leaf.values);
      return isNot ? t`Time zone is not ${zones}` : t`Time zone is ${zones}`;
    }
    case "tag": {
      const tags = formatChoices(leaf.values);
      return isNot ? t`Does not have the tag ${tags}` : t`Has the tag ${tags}`;
    }
    case "contact":
      return leaf.value === "email"
        ? isNot
          ? t`Email is not known`
          : t`Email is known`
        : isNot
          ? t`Phone is not known`
          : t`Phone is known`;
    case "consent": {
      const topic = `${t(CHANNELS[leaf.channel])}, ${t(PURPOSES[leaf.purpose ?? "marketing"])}`;
      const state = t(CONSENT_STATES[leaf.state ?? "given"]);
      return isNot ? t`Consent (${topic}) is not: ${state}` : t`Consent (${topic}): ${state}`;
    }
    case "field":
      return fieldInWords(leaf, names);
    case "birthday":
      return birthdayInWords(leaf);
    case "age":
      return isMost ? t`Age is at most ${leaf.years}` : t`Age is at least ${leaf.years}`;
    case "created":
      return sentence(isNot ? t`Not a customer since` : t`Customer since`, rangeInWords(leaf.within));
    case "segment": {
      const segment = names.segments.get(leaf.segment_id) ?? "…";
      return isNot ? t`Not in the segment ${segment}` : t`In the segment ${segment}`;
    }
    case "recency": {
      const ago = plural(leaf.days, { one: "# day ago", other: "# days ago" });
      return isMost ? t`Last activity is at most ${ago}` : t`Last activity is at least ${ago}`;
    }
    case "behaviour": {
      const act = t(ACTS[leaf.act ?? "any"]);
      const times = leaf.times ?? 1;
      return sentence(
        isNot ? t`Did not ${act}` : t`Did ${act}`,
        times > 1 ? t`at least ${times} times` : "",
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
    }
    case "frequency": {
      const act = t(ACTS[leaf.act ?? "any"]);
      const days = plural(leaf.days, { one: "# day", other: "# days" });
      return sentence(
        isMost ? t`Did ${act} on at most ${days}` : t`Did ${act} on at least ${days}`,
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
    }
    case "value": {
      const amount = (leaf.amount_cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
      return sentence(
        isMost ? t`Orders add up to at most ${amount}` : t`Orders add up to at least ${amount}`,
        placesInWords(leaf, names),
        rangeInWords(leaf.within),
      );
    }
  }
}

/** What a customer decided last about one channel and purpose. */
export const CONSENT_STATES = { given: msg`Given`, withdrawn: msg`Withdrawn`, none: msg`Not decided` } as const;

function birthdayInWords({ months, days }: Extract<Leaf, { kind: "birthday" }>): string {
  if (months && months.length > 0) {
    const names = formatChoices(months.map(monthName));
    return t`Birthday is in ${names}`;
  }
  return days
    ? plural(days, { one: "Birthday is within # day", other: "Birthday is within # days" })
    : t`Birthday is today`;
}

/** Conditions of a group, each as a sentence; those of a group within it as one. */
export function linesOf(rules: SegmentRules, names: Names): string[] {
  return rules.conditions.map((it: Condition) => {
    if (!("conditions" in it)) {
      return conditionInWords(it, names);
    }
    return `${t(GROUPS[it.kind])}: ${linesOf(it, names).join("; ")}`;
  });
}

function fieldInWords(leaf: Extract<Leaf, { kind: "field" }>, names: Names): string {
  const label = names.fields.find((one) => one.name === leaf.name)?.label ?? leaf.name;
  const value = formatChoices(
    (leaf.values ?? []).map((it) => (it === true ? t`Yes` : it === false ? t`No` : String(it))),
  );
  return `${label} ${t(FIELD_OPERATORS[leaf.op ?? "is"])} ${value}`.trim();
}

export const FIELD_OPERATORS = {
  is: msg`is`,
  is_not: msg`is not`,
  contains: msg`contains`,
  at_least: msg`is at least`,
  at_most: msg`is at most`,
  known: msg`is known`,
  unknown: msg`is not known`,
} as const;

type Range = NonNullable<Extract<Leaf, { kind: "created" }>["within"]>;

/** A range of days; empty for ever. */
function rangeInWords(within: Range | undefined): string {
  if (within?.last_days) {
    return plural(within.last_days, { one: "today", other: "in the last # days" });
  }
  const from = within?.first_day ? t`from ${within.first_day}` : "";
  const until = within?.last_day ? t`to ${within.last_day}` : "";
  return sentence(from, until);
}

type Placed = Extract<Leaf, { kind: "value" }>;

function placesInWords(
  { codes, pages, folders, placements }: Omit<Placed, "kind" | "amount_cents" | "op">,
  names: Names,
) {
  const ids = [...(codes ?? []), ...(pages ?? []), ...(folders ?? [])];
  const places = [...ids.map((id) => names.places.get(id) ?? "…"), ...(placements ?? [])];
  return places.length === 0 ? "" : t`at ${formatChoices(places)}`;
}

function sentence(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** The name of a month, counted from 1. */
export function monthName(month: number): string {
  return new Date(Date.UTC(2000, month - 1, 1)).toLocaleDateString("en", { month: "long", timeZone: "UTC" });
}
