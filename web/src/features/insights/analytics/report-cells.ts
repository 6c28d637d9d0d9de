import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { dimensionsAmong, headingOf } from "@/features/insights/analytics/dimensions";
import type { ReportColumn, ReportRow } from "@/features/insights/analytics/api/reports";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { numberFormat } from "@/shared/format/formatters";
import { formatCents, formatCount, formatShare } from "@/shared/format/numbers";
import { amountText } from "@/shared/organization/costs";

/** A visible column. An ID and its name form one column. */
export interface ShownColumn {
  name: string;
  title: string;
  definition: string;
  isNumber: boolean;
  /** The field by which the column sorts, or null if it can't be sorted. */
  sort: string | null;
  cell: (row: ReportRow) => string;
}

const NUMBERS: readonly ReportColumn["type"][] = ["int64", "double"];
const NOTHING = "–";
const SECOND_MS = 1000;

/** Returns the label of a split. */
export function splitName(split: string): string {
  const [dimension] = dimensionsAmong([split]);
  if (dimension !== undefined) {
    return headingOf(dimension);
  }
  return split === "total" ? t`None` : split.charAt(0).toUpperCase() + split.slice(1);
}

/** Formats an amount of a row. Amounts of several currencies have the decimals of the organisation's currency. */
export function moneyOf(cents: number, currency: unknown, own: string | undefined): string {
  return typeof currency === "string" && /^[A-Z]{3}$/i.test(currency)
    ? formatCents(cents, currency)
    : amountText(cents, own);
}

function numberOf(value: number, unit: string, row: ReportRow, own: string | undefined): string {
  switch (unit) {
    case "share":
      return formatShare(value);
    case "cents":
      return moneyOf(value, row["currency"], own);
    case "ms":
      return numberFormat(undefined, {
        style: "unit",
        unit: "second",
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(value / SECOND_MS);
    default:
      return formatCount(Math.round(value * 10) / 10);
  }
}

function textOf(column: ReportColumn, row: ReportRow, { zone, currency }: Place): string {
  const value = row[column.name];
  if (value === null || value === undefined || value === "") {
    return NOTHING;
  }
  if (typeof value === "boolean") {
    return value ? t`Yes` : t`No`;
  }
  if (typeof value === "number") {
    return numberOf(value, column.unit, row, currency);
  }
  if (column.type === "timestamp") {
    return formatDateTime(value, zone);
  }
  if (column.type === "date") {
    return formatDate(value, "UTC");
  }
  const word = WORDS[column.name]?.[value];
  return word === undefined ? readable(value) : t(word);
}

const KINDS: Readonly<Record<string, MessageDescriptor>> = {
  one_time_code: msg`One-time code`,
  promo_code: msg`Promo code`,
  master_key: msg`Master key`,
  reward: msg`Reward`,
  prize: msg`Prize`,
  wheel: msg`Wheel`,
  scratch: msg`Scratch card`,
  slot: msg`Slot machine`,
  quiz: msg`Quiz`,
  memory: msg`Memory`,
  tap_race: msg`Tap race`,
  cookie: msg`Cookie`,
  daily: msg`Day by day`,
};

/** Labels of enumerated values by column. Files contain the values, screens show the labels. */
const WORDS: Readonly<Record<string, Readonly<Record<string, MessageDescriptor>>>> = {
  kind: KINDS,
  channel: { sms: msg`Text message`, push: msg`Push message`, email: msg`Email` },
  unit: { points: msg`Points`, stamps: msg`Stamps` },
  basis: { redeemed: msg`Redeemed rewards`, offered: msg`Rewards on offer` },
  risk: { regular: msg`Regular`, late: msg`Late`, "at risk": msg`At risk`, lost: msg`Lost` },
  wallet: { apple: msg`Apple`, google: msg`Google`, web: msg`Web` },
};

const NAMELESS: Readonly<Record<string, MessageDescriptor>> = {
  cmp: msg`Campaign`,
  gam: msg`Game`,
  pro: msg`Promo code`,
  otc: msg`One-time code`,
};

/** Returns a short, distinguishable form of an ID without a name. Any other text is returned as it is. */
export function readable(value: string): string {
  const [, kind = "", id = ""] = /^([a-z]+)_([A-Za-z0-9]{8,})$/.exec(value) ?? [];
  const name = NAMELESS[kind];
  return name === undefined ? value : `${t(name)} ${id.slice(0, 6)}`;
}

const nameOf = (column: ReportColumn) => `${column.name.replace(/_id$/, "")}_name`;

/** The time zone and the currency of the organisation. */
interface Place {
  zone: string;
  currency: string | undefined;
}

/** Returns the visible columns of a report. */
export function shownColumns(columns: readonly ReportColumn[], split: string, place: Place): ShownColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const names = new Set(columns.map(nameOf).filter((name) => byName.has(name)));
  return columns
    .filter((column) => !names.has(column.name))
    .map((column) => {
      const named = byName.get(nameOf(column));
      return {
        name: column.name,
        title: column.name === "key" ? splitName(split) : column.title,
        definition: column.definition,
        isNumber: NUMBERS.includes(column.type),
        sort: named === undefined ? column.name : null,
        cell: (row) => {
          const name = named === undefined ? NOTHING : textOf(named, row, place);
          return name === NOTHING ? textOf(column, row, place) : name;
        },
      };
    });
}
