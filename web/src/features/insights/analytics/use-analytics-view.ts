import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type AnalyticsView, formatView, parseView } from "@/features/insights/analytics/filters";

/** The view that the address holds now, as a query string; what is drawn may still be one view behind it. */
export function searchOfAddress(): string {
  return formatView(parseView(new URLSearchParams(window.location.search))).toString();
}

/** The dashboard's view, parsed from the address, and how to change it. */
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
