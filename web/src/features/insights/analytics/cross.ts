import type { Metric } from "@/features/insights/analytics/metrics";
import type { components } from "@/shared/api/schema";

export type CrossTable = components["schemas"]["CrossTable"];

/** A cross table as it is drawn: the values with the most first, and the sum of what is left out. */
export interface CrossGrid {
  rows: { key: string; values: number[]; rest: number; total: number }[];
  columns: string[];
  most: number;
  hiddenRows: number;
  hiddenColumns: number;
}

function sums(table: CrossTable, metric: Metric, side: "key" | "other"): [string, number][] {
  const found = new Map<string, number>();
  for (const cell of table.cells) {
    found.set(cell[side], (found.get(cell[side]) ?? 0) + cell[metric]);
  }
  return [...found]
    .filter(([, value]) => value > 0)
    .sort(([one, less], [other, more]) => more - less || one.localeCompare(other));
}

/** The greatest rows and columns of a table, and a number for each pair. */
export function gridOf(table: CrossTable, metric: Metric, mostRows: number, mostColumns: number): CrossGrid {
  const allRows = sums(table, metric, "key");
  const allColumns = sums(table, metric, "other");
  const columns = allColumns.slice(0, mostColumns).map(([key]) => key);
  const place = new Map(columns.map((key, number) => [key, number]));
  const rows = new Map(
    allRows.slice(0, mostRows).map(([key, total]) => [key, { key, total, rest: 0, values: columns.map(() => 0) }]),
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
  const found = [...rows.values()];
  return {
    rows: found,
    columns,
    most: Math.max(1, ...found.flatMap(({ values }) => values)),
    hiddenRows: allRows.length - found.length,
    hiddenColumns: allColumns.length - columns.length,
  };
}
