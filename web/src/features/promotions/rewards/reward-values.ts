import { msg, t } from "@lingui/core/macro";
import { amountOf } from "@/blocks/currencies";
import type { Reward, RewardDraft } from "@/features/promotions/rewards/api/rewards";
import { cents, NO_MONEY, NO_WHOLE, wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { instantOf, wallClock } from "@/shared/format/zoned";

/** Labels of the numeric fields. */
export const NUMBERS = {
  price: msg`Price`,
  percent: msg`Percent`,
  value_cents: msg`Amount`,
  stock: msg`Total stock`,
  stock_per_day: msg`Stock per day`,
  per_person: msg`Per customer`,
  valid_days: msg`Days valid once given`,
  cost_cents: msg`Unit cost`,
} as const;
export type NumberName = keyof typeof NUMBERS;

/** Entered as money in the form, and cents in the API. */
const MONEY: readonly NumberName[] = ["value_cents", "cost_cents"];
const NAMES = Object.keys(NUMBERS) as NumberName[];

/** A place with its own stock, as text. */
export interface PlaceValues {
  kind: Reward["stock_by_place"][number]["kind"];
  value: string;
  stock: string;
  stock_per_day: string;
}

/** The initial values of a new place. */
export const NEW_PLACE: PlaceValues = { kind: "placement", value: "", stock: "", stock_per_day: "" };

interface Translated {
  language: string;
  name: string;
  description: string;
}

/** The values of the form, as text. */
export interface FormValues extends Record<NumberName, string> {
  name: string;
  description: string;
  kind: Reward["kind"];
  unit: Reward["unit"];
  currency: string;
  picture: string;
  /** The promo batch of a voucher. */
  batch_id: string;
  places: PlaceValues[];
  tiers: string;
  hold_to_redeem: boolean;
  paid_by: string;
  starts_at: string;
  ends_at: string;
  translations: Translated[];
}

/** The time zone and currency of the organisation, in which times and costs are entered. */
export interface OrganizationUnits {
  zone: string;
  currency: string | undefined;
}

/** Returns the currency of a field: that of the reward for its value, and the organisation's for its costs. */
function currencyOf(
  name: NumberName,
  of: { currency: string | null } | null,
  own: OrganizationUnits,
): string | null | undefined {
  return name === "value_cents" ? of?.currency : own.currency;
}

/** Returns the form values of a reward, or the defaults of a new one. */
export function valuesOf(reward: Reward | null, own: OrganizationUnits): FormValues {
  const numbers = Object.fromEntries(
    NAMES.map((name) => {
      const value = reward?.[name] ?? null;
      return [
        name,
        value === null ? "" : String(MONEY.includes(name) ? amountOf(value, currencyOf(name, reward, own)) : value),
      ];
    }),
  ) as Record<NumberName, string>;
  const moment = (iso: string | null | undefined) => (iso ? wallClock(iso, own.zone) : "");
  return {
    ...numbers,
    name: reward?.name ?? "",
    description: reward?.description ?? "",
    kind: reward?.kind ?? "product",
    unit: reward?.unit ?? "points",
    currency: reward?.currency ?? "",
    picture: reward?.picture ?? "",
    batch_id: reward?.batch_id ?? "",
    places: (reward?.stock_by_place ?? []).map(({ kind, value, stock, stock_per_day }) => ({
      kind,
      value,
      stock: stock === null ? "" : String(stock),
      stock_per_day: stock_per_day === null ? "" : String(stock_per_day),
    })),
    tiers: reward?.tiers.join(", ") ?? "",
    hold_to_redeem: reward?.hold_to_redeem ?? false,
    paid_by: reward?.paid_by ?? "",
    starts_at: moment(reward?.starts_at),
    ends_at: moment(reward?.ends_at),
    translations: Object.entries(reward?.translations ?? {}).map(([language, words]) => ({
      language,
      name: words.name,
      description: words.description ?? "",
    })),
  };
}

/** Returns the errors of the visible numeric fields. */
export function problemsOf(values: FormValues, own: OrganizationUnits): Readonly<Record<string, string>> {
  const places = values.places.flatMap((place, number) =>
    (["stock", "stock_per_day"] as const)
      .filter((name) => Number.isNaN(limit(place[name])))
      .map((name) => [`stock_by_place.${String(number)}.${name}`, t(NO_WHOLE)] as const),
  );
  return Object.fromEntries([
    ...NAMES.filter((name) => Number.isNaN(numberOf(values, name, own))).map(
      (name) => [name, t(MONEY.includes(name) ? NO_MONEY : NO_WHOLE)] as const,
    ),
    ...places,
  ]);
}

/** Returns null for an empty field. */
function limit(typed: string): number | null {
  return typed.trim() === "" ? null : wholeNumber(typed);
}

/** Converts valid form values for the API. */
export function draftOf(values: FormValues, own: OrganizationUnits): Partial<RewardDraft> {
  const numbers = Object.fromEntries(NAMES.map((name) => [name, numberOf(values, name, own)])) as Record<
    NumberName,
    number | null
  >;
  const moment = (wall: string) => (wall === "" ? null : instantOf(wall, own.zone));
  return {
    ...numbers,
    price: numbers.price ?? 0,
    name: values.name.trim(),
    description: values.description.trim(),
    kind: values.kind,
    unit: values.unit,
    currency: values.currency.trim().toUpperCase() || null,
    picture: values.picture.trim() || null,
    batch_id: values.kind === "voucher" ? values.batch_id || null : null,
    stock_by_place: values.places.map(({ kind, value, stock, stock_per_day }) => ({
      kind,
      value: value.trim(),
      stock: limit(stock),
      stock_per_day: limit(stock_per_day),
    })),
    tiers: values.tiers
      .split(",")
      .map((tier) => tier.trim())
      .filter(Boolean),
    hold_to_redeem: values.hold_to_redeem,
    paid_by: values.paid_by.trim() || null,
    starts_at: moment(values.starts_at),
    ends_at: moment(values.ends_at),
    translations: Object.fromEntries(
      values.translations
        .filter(({ name }) => name.trim() !== "")
        .map(({ language, name, description }) => [language, { name: name.trim(), description: description.trim() }]),
    ),
  };
}

/** Returns null for an empty field, and for one that the form hides for this kind. */
function numberOf(values: FormValues, name: NumberName, own: OrganizationUnits): number | null {
  const isHidden =
    (name === "value_cents" && values.kind !== "amount") || (name === "percent" && values.kind !== "percent");
  if (isHidden || values[name].trim() === "") {
    return null;
  }
  return MONEY.includes(name) ? cents(values[name], currencyOf(name, values, own)) : wholeNumber(values[name]);
}
