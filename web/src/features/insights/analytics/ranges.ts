/** Label and value of every preset, in the order of the picker; the warehouse has the same list. */
export const RANGE_OPTIONS = [
  { label: "Today", value: "1day" },
  { label: "Last 24 hour", value: "24hour" },
  { label: "Yesterday", value: "-1day" },
  { label: "This week", value: "1week" },
  { label: "Last 7 days", value: "7day" },
  { label: "This month", value: "1month" },
  { label: "Last 30 days", value: "30day" },
  { label: "Last 90 days", value: "90day" },
  { label: "This year", value: "1year" },
  { label: "All time", value: "all" },
  { label: "January", value: "january" },
  { label: "February", value: "february" },
  { label: "March", value: "march" },
  { label: "April", value: "april" },
  { label: "May", value: "may" },
  { label: "June", value: "june" },
  { label: "July", value: "july" },
  { label: "August", value: "august" },
  { label: "September", value: "september" },
  { label: "October", value: "october" },
  { label: "November", value: "november" },
  { label: "December", value: "december" },
] as const;

export type Interval = (typeof RANGE_OPTIONS)[number]["value"];

export const DEFAULT_INTERVAL: Interval = "7day";
export const EARLIEST_DAY = "1900-01-01";
export const LATEST_DAY = "2099-12-31";

/** Whether a text is the value of a preset. */
export function isInterval(text: string): text is Interval {
  return RANGE_OPTIONS.some((option) => option.value === text);
}

/** Whether a text is a day between the earliest and the latest that can be chosen. */
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
