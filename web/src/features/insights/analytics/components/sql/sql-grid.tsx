import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { SqlRows } from "@/features/insights/analytics/api/sql";
import { type TableColumn, WholeTable } from "@/shared/components/data-table";

interface Row {
  id: number;
  cells: readonly unknown[];
}

const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/;

/** Returns a cell's text, in which null differs from an empty text. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) {
    return "null";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

const numberOf = ({ id }: Row) => String(id);

/** The rows in their original order, page by page. A click on a column's name sorts them. */
export function SqlGrid({ rows }: { rows: SqlRows }) {
  const columns = useMemo<TableColumn<Row>[]>(
    () =>
      rows.columns.map(({ name, type }, place) => {
        const isNumber = NUMBERS.test(type);
        return {
          field: String(place), // two columns may have one name
          headerName: name,
          description: type,
          minWidth: 110,
          flex: 1,
          align: isNumber ? "right" : "left",
          headerAlign: isNumber ? "right" : "left",
          valueGetter: (_value, row) => row.cells[place],
          valueFormatter: (value: unknown) => cellText(value),
          sortComparator: (one: unknown, other: unknown) =>
            typeof one === "number" && typeof other === "number"
              ? one - other
              : cellText(one).localeCompare(cellText(other), undefined, { numeric: isNumber }),
        };
      }),
    [rows],
  );
  const numbered = useMemo(() => rows.rows.map((cells, id): Row => ({ id, cells })), [rows]);
  return <WholeTable<Row> label={t`Result rows`} rows={numbered} columns={columns} rowId={numberOf} />;
}
