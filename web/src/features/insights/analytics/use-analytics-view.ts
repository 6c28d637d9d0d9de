import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type AnalyticsView, formatView, parseView } from "@/features/insights/analytics/filters";

/** Returns the view in the URL as a query string. The screen may still show the previous one. */
export function searchFromUrl(): string {
  return formatView(parseView(new URLSearchParams(window.location.search))).toString();
}

/** Returns the dashboard's view, parsed from the URL, and a function that changes it. */
export function useAnalyticsView(): [AnalyticsView, (change: Partial<AnalyticsView>) => void] {
  const [search, setSearch] = useSearchParams();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback(
    (changes: Partial<AnalyticsView>) =>
      setSearch((now) => formatView({ ...parseView(now), ...changes }), { preventScrollReset: true }),
    [setSearch],
  );
  return [view, change];
}
