import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Condition, CustomField, Leaf, SegmentRules } from "@/features/people/segments/api/segments";
import { daysInWords, deedInWords } from "@/features/people/segments/deeds";
import { CHANNELS, PURPOSES } from "@/shared/consents/topics";
import { formatChoices } from "@/shared/format/lists";
import { countryName, languageName } from "@/shared/format/names";
import { dateFormat } from "@/shared/format/formatters";
import { amountText } from "@/shared/organization/costs";

/** The groups of conditions, as headings of the menu. */
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

export const GROUPS = { all: msg`All of these`, any: msg`Any of these`, not: msg`None of these` } as const;

/** Names of things that conditions refer to by id. */
export interface Names {
  segments: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
  fields: readonly CustomField[];
  /** The currency of the organisation. */
  currency: string | undefined;
}

/** Describes a condition in a sentence. */
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
    case "created": {
      const when = rangeInWords(leaf.within) || t`at any time`;
      return isNot ? t`Did not become a customer ${when}` : t`Became a customer ${when}`;
    }
    case "segment": {
      const segment = names.segments.get(leaf.segment_id) ?? "…";
      return isNot ? t`Not in the segment ${segment}` : t`In the segment ${segment}`;
    }
    case "recency":
      return isMost
        ? plural(leaf.days, { one: "Last active at most # day ago", other: "Last active at most # days ago" })
        : plural(leaf.days, { one: "Last active at least # day ago", other: "Last active at least # days ago" });
    case "behaviour":
      return wherever(deedInWords(leaf), leaf, names);
    case "frequency":
      return wherever(daysInWords(leaf), leaf, names);
    case "value": {
      const amount = amountText(leaf.amount_cents, names.currency);
      const sum = isMost ? t`Orders total at most ${amount}` : t`Orders total at least ${amount}`;
      return wherever(sum, leaf, names);
    }
  }
}

/** A customer's latest decision on one channel and purpose. */
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

/** Describes the conditions of a group, each in a sentence. A nested group becomes one line. */
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

/** Describes a range of days. Empty for all time. */
function rangeInWords(within: Range | undefined): string {
  const { last_days, first_day, last_day } = within ?? {};
  if (last_days) {
    return plural(last_days, { one: "today", other: "in the last # days" });
  }
  if (first_day && last_day) {
    return t`from ${first_day} to ${last_day}`;
  }
  return first_day ? t`on or after ${first_day}` : last_day ? t`on or before ${last_day}` : "";
}

type Placed = Omit<Extract<Leaf, { kind: "value" }>, "kind" | "amount_cents" | "op">;

/** Appends the place and the period to a sentence. */
function wherever(deed: string, leaf: Placed, names: Names): string {
  const ids = [...(leaf.codes ?? []), ...(leaf.pages ?? []), ...(leaf.folders ?? [])];
  const places = [...ids.map((id) => names.places.get(id) ?? "…"), ...(leaf.placements ?? [])];
  const where = formatChoices(places);
  const when = rangeInWords(leaf.within);
  if (places.length === 0) {
    return when === "" ? deed : t`${deed} ${when}`;
  }
  return when === "" ? t`${deed} at ${where}` : t`${deed} at ${where} ${when}`;
}

/** Returns the name of a month, counted from 1. */
export function monthName(month: number): string {
  return dateFormat("en", { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2000, month - 1, 1)));
}
