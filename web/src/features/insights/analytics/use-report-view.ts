import { useSearchParams } from "react-router";
import type { ReportView } from "@/features/insights/analytics/api/reports";
import { DEFAULT_VIEW, type DateRange, parseView } from "@/features/insights/analytics/filters";

const USUAL_RANGE: DateRange = { kind: "preset", interval: "30day" };
const USUAL_REPORT = "funnel";
const MAX_SEASONS = 1000;
const LONGEST_NAME = 120;

/** Returns the selected report and its settings from the URL, and a function that changes them. */
export function useReportView(): [ReportView, (change: Partial<ReportView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = viewOf(search);
  const change = (changes: Partial<ReportView>) => {
    // The sort order, the split and the page of other rows do not apply to these.
    const reset = changes.page === undefined ? { page: 0 } : {};
    const afresh =
      changes.report === undefined ? {} : { split: null, sort: null, visitor: "", compare: "none" as const };
    // Another leaderboard has its own seasons, and a range replaces the season.
    const isOther = changes.report !== undefined || changes.split !== undefined || changes.range !== undefined;
    const unseasoned = isOther ? { season: null } : {};
    setSearch(searchOf({ ...view, ...reset, ...afresh, ...unseasoned, ...changes }), { preventScrollReset: true });
  };
  return [view, change];
}

function viewOf(search: URLSearchParams): ReportView {
  const { range, includeBots, asOf, compare } = parseView(search);
  const page = Number(search.get("page") ?? "1") - 1;
  const season = Number(search.get("season") ?? "0");
  return {
    report: search.get("report") ?? USUAL_REPORT,
    range: search.has("interval") || search.has("from") ? range : USUAL_RANGE,
    season: Number.isInteger(season) && season > 0 && season <= MAX_SEASONS ? season : null,
    split: search.get("split"),
    sort: search.get("sort"),
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 0,
    includeBots,
    asOf,
    visitor: (search.get("visitor") ?? "").slice(0, LONGEST_NAME),
    compare: search.has("compare") ? compare : "none",
  };
}

function searchOf(view: ReportView): URLSearchParams {
  const search = new URLSearchParams({ report: view.report });
  if (view.range.kind === "custom") {
    search.set("from", view.range.from);
    search.set("to", view.range.to);
  } else {
    search.set("interval", view.range.interval);
  }
  if (view.season !== null) {
    search.set("season", String(view.season));
  }
  if (view.split !== null) {
    search.set("split", view.split);
  }
  if (view.sort !== null) {
    search.set("sort", view.sort);
  }
  if (view.page > 0) {
    search.set("page", String(view.page + 1));
  }
  if (view.asOf !== DEFAULT_VIEW.asOf) {
    search.set("as_of", view.asOf);
  }
  if (view.compare !== "none") {
    search.set("compare", view.compare);
  }
  if (view.visitor !== "") {
    search.set("visitor", view.visitor);
  }
  if (view.includeBots) {
    search.set("bots", "1");
  }
  return search;
}
