import { type Dimension, dimensionsAmong } from "@/features/insights/analytics/dimensions";
import { type Metric, METRICS } from "@/features/insights/analytics/metrics";
import { DEFAULT_INTERVAL, type Interval, isDay, isInterval } from "@/features/insights/analytics/ranges";

export type DateRange = { kind: "preset"; interval: Interval } | { kind: "custom"; from: string; to: string };

/** Values of each dimension: a leading `-` excludes, and the empty text means unknown. */
export type Filters = Partial<Record<Dimension, readonly string[]>>;

export const GRANULARITIES = ["15min", "hour", "day", "week", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Two different dimensions. */
export type CrossPair = readonly [Dimension, Dimension];

export type DimensionsAsOf = "current" | "at_event_time";

/** The tabs of the dashboard, the default one first. */
export const DASHBOARD_TABS = ["overview", "journeys", "times", "map", "cross", "live", "events", "changes"] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];

export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The query and the display of the dashboard, as its URL stores them. */
export interface AnalyticsView {
  range: DateRange;
  filters: Filters;
  includeBots: boolean;
  /** Whether codes count for their current groups, or for those at the time of each scan. */
  asOf: DimensionsAsOf;
  /** The open tab of the dashboard. */
  tab: DashboardTab;
  metric: Metric;
  /** The selected dimensions of cards that have several. */
  cards: readonly Dimension[];
  /** The interval between points of the series, or null for one that fits the range. */
  granularity: Granularity | null;
  /** The range with which the numbers are compared. */
  compare: Comparison;
  /** Whether a base code is shown without its children. */
  alone: boolean;
  /** The dimensions of the rows and columns of the cross table. */
  cross: CrossPair;
}

/** The defaults for everything that a URL does not contain. */
export const DEFAULT_VIEW = {
  asOf: "current",
  tab: "overview",
  metric: "scans",
  cards: [],
  granularity: null,
  compare: "previous",
  alone: false,
  cross: ["country", "device"],
} as const;

const LONGEST_VALUE = 512;
const MAX_VALUES = 100;

function rangeOf(search: URLSearchParams): DateRange {
  const from = search.get("from") ?? "";
  const to = search.get("to") ?? "";
  if (isDay(from) && isDay(to) && from <= to) {
    return { kind: "custom", from, to };
  }
  const interval = search.get("interval") ?? "";
  return { kind: "preset", interval: isInterval(interval) ? interval : DEFAULT_INTERVAL };
}

function pairOf(names: string[]): CrossPair {
  const [one, other] = names.flatMap((name) => dimensionsAmong([name]));
  return one === undefined || other === undefined || one === other ? DEFAULT_VIEW.cross : [one, other];
}

/** Parses a URL. Invalid values are ignored. */
export function parseView(search: URLSearchParams): AnalyticsView {
  const filters: Filters = {};
  for (const dimension of dimensionsAmong(search.keys())) {
    const values = [...new Set(search.getAll(dimension))]
      .filter((value) => value.length <= LONGEST_VALUE)
      .slice(0, MAX_VALUES);
    if (values.length > 0) {
      filters[dimension] = values;
    }
  }
  const cardParams = search.getAll("card");
  return {
    range: rangeOf(search),
    filters,
    includeBots: search.get("bots") === "1",
    asOf: asOfFrom(search),
    tab: DASHBOARD_TABS.find((one) => one === search.get("tab")) ?? DEFAULT_VIEW.tab,
    metric: METRICS.find(({ key }) => key === search.get("metric"))?.key ?? DEFAULT_VIEW.metric,
    cards: dimensionsAmong(cardParams),
    granularity: GRANULARITIES.find((one) => one === search.get("granularity")) ?? DEFAULT_VIEW.granularity,
    // A 0 was written when there was only one comparison.
    compare:
      search.get("compare") === "0"
        ? "none"
        : (COMPARISONS.find((one) => one === search.get("compare")) ?? DEFAULT_VIEW.compare),
    alone: search.get("alone") === "1",
    cross: pairOf(search.getAll("cross")),
  };
}

/** `then` is the spelling in older URLs and saved views. */
function asOfFrom(search: URLSearchParams): DimensionsAsOf {
  const value = search.get("as_of");
  return value === "at_event_time" || value === "then" ? "at_event_time" : DEFAULT_VIEW.asOf;
}

/** Formats a URL. Default values are left out. */
export function formatView(view: AnalyticsView): URLSearchParams {
  const { range, filters, includeBots } = view;
  const search = new URLSearchParams();
  if (range.kind === "custom") {
    search.set("from", range.from);
    search.set("to", range.to);
  } else if (range.interval !== DEFAULT_INTERVAL) {
    search.set("interval", range.interval);
  }
  for (const dimension of dimensionsAmong(Object.keys(filters))) {
    for (const value of filters[dimension] ?? []) {
      search.append(dimension, value);
    }
  }
  if (includeBots) {
    search.set("bots", "1");
  }
  if (view.asOf !== DEFAULT_VIEW.asOf) {
    search.set("as_of", view.asOf);
  }
  if (view.tab !== DEFAULT_VIEW.tab) {
    search.set("tab", view.tab);
  }
  if (view.metric !== DEFAULT_VIEW.metric) {
    search.set("metric", view.metric);
  }
  view.cards.forEach((dimension) => search.append("card", dimension));
  if (view.granularity !== null) {
    search.set("granularity", view.granularity);
  }
  if (view.compare !== DEFAULT_VIEW.compare) {
    search.set("compare", view.compare);
  }
  if (view.alone) {
    search.set("alone", "1");
  }
  if (view.cross.join() !== DEFAULT_VIEW.cross.join()) {
    view.cross.forEach((dimension) => search.append("cross", dimension));
  }
  return search;
}

/** Returns the filters with one value added and its opposite removed. */
export function withValue(filters: Filters, dimension: Dimension, value: string): Filters {
  const opposite = value.startsWith("-") ? value.slice(1) : `-${value}`;
  const remaining = (filters[dimension] ?? []).filter((one) => one !== opposite && one !== value);
  return { ...filters, [dimension]: [...remaining, value] };
}

/** Returns the display of a view without its range. */
export function withoutRange({
  filters,
  includeBots,
  asOf,
  tab,
  metric,
  cards,
  granularity,
  compare,
  alone,
  cross,
}: AnalyticsView): Omit<AnalyticsView, "range"> {
  return { filters, includeBots, asOf, tab, metric, cards, granularity, compare, alone, cross };
}

/** Returns the filters with one value removed. */
export function withoutValue(filters: Filters, dimension: Dimension, value: string): Filters {
  const { [dimension]: values = [], ...others } = filters;
  const remaining = values.filter((one) => one !== value);
  return remaining.length > 0 ? { ...others, [dimension]: remaining } : others;
}
