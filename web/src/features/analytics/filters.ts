import { type Dimension, DIMENSION_NAMES } from "@/features/analytics/dimensions";
import { DEFAULT_INTERVAL, type Interval, isDay, isInterval } from "@/features/analytics/ranges";

export type DateRange = { kind: "preset"; interval: Interval } | { kind: "custom"; from: string; to: string };

/** Values of each dimension: a leading `-` excludes, the empty text is what is not known. */
export type Filters = Partial<Record<Dimension, readonly string[]>>;

/** What the dashboard is asked, as its address holds it. */
export interface AnalyticsView {
  range: DateRange;
  filters: Filters;
  includeBots: boolean;
}

const LONGEST_VALUE = 512;
const MOST_VALUES = 100;

function rangeOf(search: URLSearchParams): DateRange {
  const from = search.get("from") ?? "";
  const to = search.get("to") ?? "";
  if (isDay(from) && isDay(to) && from <= to) {
    return { kind: "custom", from, to };
  }
  const interval = search.get("interval") ?? "";
  return { kind: "preset", interval: isInterval(interval) ? interval : DEFAULT_INTERVAL };
}

/** Reads an address; whatever makes no sense in it is passed over. */
export function parseView(search: URLSearchParams): AnalyticsView {
  const filters: Filters = {};
  for (const dimension of DIMENSION_NAMES) {
    const values = [...new Set(search.getAll(dimension))]
      .filter((value) => value.length <= LONGEST_VALUE)
      .slice(0, MOST_VALUES);
    if (values.length > 0) {
      filters[dimension] = values;
    }
  }
  return { range: rangeOf(search), filters, includeBots: search.get("bots") === "1" };
}

/** Writes an address; what is as usual is left out. */
export function formatView({ range, filters, includeBots }: AnalyticsView): URLSearchParams {
  const search = new URLSearchParams();
  if (range.kind === "custom") {
    search.set("from", range.from);
    search.set("to", range.to);
  } else if (range.interval !== DEFAULT_INTERVAL) {
    search.set("interval", range.interval);
  }
  for (const dimension of DIMENSION_NAMES) {
    for (const value of filters[dimension] ?? []) {
      search.append(dimension, value);
    }
  }
  if (includeBots) {
    search.set("bots", "1");
  }
  return search;
}

/** The filters with one value more; its opposite goes. */
export function withValue(filters: Filters, dimension: Dimension, value: string): Filters {
  const opposite = value.startsWith("-") ? value.slice(1) : `-${value}`;
  const kept = (filters[dimension] ?? []).filter((one) => one !== opposite && one !== value);
  return { ...filters, [dimension]: [...kept, value] };
}

/** The filters with one value less. */
export function withoutValue(filters: Filters, dimension: Dimension, value: string): Filters {
  const { [dimension]: values = [], ...others } = filters;
  const kept = values.filter((one) => one !== value);
  return kept.length > 0 ? { ...others, [dimension]: kept } : others;
}
