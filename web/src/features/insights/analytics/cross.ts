import type { Metric } from "@/features/insights/analytics/metrics";
import type { components } from "@/shared/api/schema";

export type CrossTable = components["schemas"]["CrossTable"];

/** A cross table for rendering: the largest values first, and the sum of the others. */
export interface CrossGrid {
  rows: { key: string; values: number[]; rest: number; total: number }[];
  columns: string[];
  most: number;
  hiddenRows: number;
  hiddenColumns: number;
}

function sums(table: CrossTable, metric: Metric, side: "key" | "other"): [string, number][] {
  const values = new Map<string, number>();
  for (const cell of table.cells) {
    values.set(cell[side], (values.get(cell[side]) ?? 0) + cell[metric]);
  }
  return [...values]
    .filter(([, value]) => value > 0)
    .sort(([one, less], [other, more]) => more - less || one.localeCompare(other));
}

/** Returns the largest rows and columns of a table, and a number for each pair. */
export function gridOf(table: CrossTable, metric: Metric, maxRows: number, maxColumns: number): CrossGrid {
  const allRows = sums(table, metric, "key");
  const allColumns = sums(table, metric, "other");
  const columns = allColumns.slice(0, maxColumns).map(([key]) => key);
  const place = new Map(columns.map((key, number) => [key, number]));
  const rows = new Map(
    allRows.slice(0, maxRows).map(([key, total]) => [key, { key, total, rest: 0, values: columns.map(() => 0) }]),
  );
  for (const cell of table.cells) {
    const row = rows.get(cell.key);
    const column = place.get(cell.other);
    if (row !== undefined && column !== undefined) {
      row.values[column] = cell[metric];
    } else if (row !== undefined) {
      row.rest += cell[metric];
    }
  }
  const values = [...rows.values()];
  return {
    rows: values,
    columns,
    most: Math.max(1, ...values.flatMap(({ values }) => values)),
    hiddenRows: allRows.length - values.length,
    hiddenColumns: allColumns.length - columns.length,
  };
}
