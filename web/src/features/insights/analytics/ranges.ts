import { msg, t } from "@lingui/core/macro";

/** Label and value of every preset, in the order of the picker. The warehouse has the same list. */
export const RANGE_OPTIONS = [
  { label: msg`Today`, value: "1day" },
  { label: msg`Last 24 hour`, value: "24hour" },
  { label: msg`Yesterday`, value: "-1day" },
  { label: msg`This week`, value: "1week" },
  { label: msg`Last 7 days`, value: "7day" },
  { label: msg`This month`, value: "1month" },
  { label: msg`Last 30 days`, value: "30day" },
  { label: msg`Last 90 days`, value: "90day" },
  { label: msg`This year`, value: "1year" },
  { label: msg`All time`, value: "all" },
  { label: msg`January`, value: "january" },
  { label: msg`February`, value: "february" },
  { label: msg`March`, value: "march" },
  { label: msg`April`, value: "april" },
  { label: msg`May`, value: "may" },
  { label: msg`June`, value: "june" },
  { label: msg`July`, value: "july" },
  { label: msg`August`, value: "august" },
  { label: msg`September`, value: "september" },
  { label: msg`October`, value: "october" },
  { label: msg`November`, value: "november" },
  { label: msg`December`, value: "december" },
] as const;

export type Interval = (typeof RANGE_OPTIONS)[number]["value"];

export const DEFAULT_INTERVAL: Interval = "7day";
export const EARLIEST_DAY = "1900-01-01";
export const LATEST_DAY = "2099-12-31";

/** Whether a text is the value of a preset. */
export function isInterval(text: string): text is Interval {
  return RANGE_OPTIONS.some((option) => option.value === text);
}

/** Whether a text is a day between the earliest and the latest possible one. */
export function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    text >= EARLIEST_DAY &&
    text <= LATEST_DAY &&
    !Number.isNaN(midnight.getTime()) &&
    midnight.toISOString().startsWith(text)
  );
}

/** Returns the label of a preset. An unknown one is returned as it is. */
export function rangeLabel(interval: string): string {
  const option = RANGE_OPTIONS.find(({ value }) => value === interval);
  return option === undefined ? interval : t(option.label);
}
