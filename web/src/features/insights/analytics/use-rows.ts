import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import { formatView, parseView, withValue } from "@/features/insights/analytics/filters";
import { type RowsMetric, rowsMetricOf } from "@/features/insights/analytics/metrics";

const ALL = "events";

/** Returns which events are open according to the URL: those of a metric, all events (null), or none (undefined). */
export function useRows(): {
  rows: RowsMetric | null | undefined;
  open: (metric: RowsMetric | null, dimension?: Dimension, value?: string) => void;
  close: () => void;
} {
  const [search, setSearch] = useSearchParams();
  const rowsParam = search.get("rows");
  const metric = rowsMetricOf(rowsParam);
  const open = useCallback(
    (rowsMetric: RowsMetric | null, dimension?: Dimension, value?: string) =>
      setSearch(
        (now) => {
          const view = parseView(now);
          const filters =
            dimension === undefined || value === undefined ? view.filters : withValue(view.filters, dimension, value);
          const next = formatView({ ...view, filters });
          next.set("rows", rowsMetric ?? ALL);
          return next;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  const close = useCallback(
    () =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          next.delete("rows");
          return next;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  return { rows: rowsParam === ALL ? null : metric, open, close };
}
