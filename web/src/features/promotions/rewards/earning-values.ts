import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { amountOf } from "@/blocks/currencies";
import type { EarningRule, EarningRuleDraft } from "@/features/promotions/rewards/api/earning";
import { amountText } from "@/features/promotions/rewards/reward-texts";
import { cents, NO_MONEY, NO_WHOLE, wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { formatCents, formatCount } from "@/shared/format/numbers";
import { instantOf, wallClock } from "@/shared/format/zoned";

export type EarningKind = EarningRule["kind"];

/** Labels of earning kinds in the form and the list. */
export const KINDS: Record<EarningKind, MessageDescriptor> = {
  order: msg`Order`,
  submit: msg`Form answered`,
  review: msg`Review given`,
  scan: msg`Scan, once a day`,
  check_in: msg`Check-in at a place, once a day`,
  birthday: msg`Birthday`,
};

/** Labels of the numeric fields. */
export const NUMBERS = {
  amount: msg`Amount`,
  per_cents: msg`For each`,
  min_cents: msg`Smallest order`,
  latitude: msg`Latitude`,
  longitude: msg`Longitude`,
  radius_m: msg`Radius in metres`,
  person_day: msg`Per customer per day`,
  person_week: msg`Per customer per week`,
  person_total: msg`Per customer in total`,
  total: msg`All customers together`,
} as const;
export type NumberName = keyof typeof NUMBERS;

const MONEY: readonly NumberName[] = ["per_cents", "min_cents"];
const DEGREES: readonly NumberName[] = ["latitude", "longitude"];
const NAMES = Object.keys(NUMBERS) as NumberName[];
/** Fields that exist only for one kind of rule. */
const OF_KIND: Partial<Record<NumberName, EarningKind>> = {
  per_cents: "order",
  min_cents: "order",
  latitude: "check_in",
  longitude: "check_in",
  radius_m: "check_in",
};
const NO_DEGREES = msg`Enter degrees like 52.52 or -0.1276`;

/** Kinds of rules that can be restricted to a code. */
export const AT_CODES: readonly EarningKind[] = ["order", "submit", "review", "scan"];

/** The values of the form, as text. */
export interface EarningValues extends Record<NumberName, string> {
  kind: EarningKind;
  name: string;
  is_active: boolean;
  unit: EarningRule["unit"];
  currency: string;
  code_ids: string[];
  starts_at: string;
  ends_at: string;
}

/** Returns the form values of a rule, or the defaults of a new one. */
export function valuesOf(rule: EarningRule | null, zone: string): EarningValues {
  const numbers = Object.fromEntries(
    NAMES.map((name) => {
      const value = rule?.[name] ?? null;
      return [name, value === null ? "" : String(MONEY.includes(name) ? amountOf(value, rule?.currency) : value)];
    }),
  ) as Record<NumberName, string>;
  return {
    ...numbers,
    ...(rule === null ? { amount: "1", per_cents: "1" } : {}),
    kind: rule?.kind ?? "order",
    name: rule?.name ?? "",
    is_active: rule?.is_active ?? true,
    unit: rule?.unit ?? "points",
    currency: rule?.currency ?? "",
    code_ids: rule?.code_ids ?? [],
    starts_at: rule === null ? "" : wallClock(rule.starts_at, zone),
    ends_at: rule?.ends_at ? wallClock(rule.ends_at, zone) : "",
  };
}

/** Whether rules of this kind have the field. */
function has(kind: EarningKind, name: NumberName): boolean {
  return (OF_KIND[name] ?? kind) === kind;
}

function degrees(text: string): number {
  const typed = text.trim().replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN;
}

function numberOf(name: NumberName, values: EarningValues): number {
  const text = values[name];
  if (MONEY.includes(name)) {
    return cents(text, values.currency);
  }
  return DEGREES.includes(name) ? degrees(text) : wholeNumber(text);
}

/** Returns the invalid inputs, by field. */
export function problemsOf(values: EarningValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of NAMES) {
    if (has(values.kind, name) && values[name].trim() !== "" && Number.isNaN(numberOf(name, values))) {
      problems[name] = t(MONEY.includes(name) ? NO_MONEY : DEGREES.includes(name) ? NO_DEGREES : NO_WHOLE);
    }
  }
  if (values.name.trim() === "") {
    problems.name = t`Enter a name`;
  }
  if (values.amount.trim() === "") {
    problems.amount = t`Enter how much customers get`;
  }
  return problems;
}

/** Returns the rule that the form describes. */
export function draftOf(values: EarningValues, zone: string, rule: EarningRule | null): EarningRuleDraft {
  const numbers = Object.fromEntries(
    NAMES.map((name) => [name, has(values.kind, name) && values[name].trim() !== "" ? numberOf(name, values) : null]),
  ) as Record<NumberName, number | null>;
  return {
    ...numbers,
    amount: numbers.amount ?? 0,
    ...(rule === null ? {} : { rule_id: rule.rule_id }),
    kind: values.kind,
    name: values.name.trim(),
    is_active: values.is_active,
    unit: values.unit,
    currency: values.kind === "order" ? values.currency.trim().toUpperCase() || null : null,
    code_ids: AT_CODES.includes(values.kind) ? values.code_ids : [],
    starts_at: values.starts_at === "" ? null : instantOf(values.starts_at, zone),
    ends_at: values.ends_at === "" ? null : instantOf(values.ends_at, zone),
  };
}

/** Describes what a rule gives. */
export function givesText({ amount, unit, kind, per_cents, currency }: EarningRule): string {
  const gain = amountText(amount, unit);
  return kind === "order" && per_cents !== null && currency !== null
    ? t`${gain} for each ${formatCents(per_cents, currency)}`
    : gain;
}

/** Describes the caps of a rule. */
export function capsText({ person_day, person_week, person_total, total }: EarningRule): string {
  const parts = [
    person_day === null ? null : t`${formatCount(person_day)} per customer and day`,
    person_week === null ? null : t`${formatCount(person_week)} per customer and week`,
    person_total === null ? null : t`${formatCount(person_total)} per customer in total`,
    total === null ? null : t`${formatCount(total)} in total`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t`No cap` : t`At most ${parts.join(", ")}`;
}
