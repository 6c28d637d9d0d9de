import { expect, test } from "vitest";
import { type CrossTable, gridOf } from "@/features/insights/analytics/cross";

const cell = (key: string, other: string, scans: number) => ({ key, other, scans });
const TABLE = {
  cells: [
    cell("US", "phone", 5),
    cell("US", "tablet", 1),
    cell("CA", "phone", 2),
    cell("", "tv", 1),
    cell("CA", "tv", 0),
  ],
} as unknown as CrossTable;

test("the largest rows and columns are shown, and the others are summed up", () => {
  expect(gridOf(TABLE, "scans", 2, 1)).toEqual({
    columns: ["phone"],
    rows: [
      { key: "US", values: [5], rest: 1, total: 6 },
      { key: "CA", values: [2], rest: 0, total: 2 },
    ],
    most: 5,
    hiddenRows: 1,
    hiddenColumns: 2,
  });
});

test("an empty table has no rows", () => {
  expect(gridOf({ cells: [] } as unknown as CrossTable, "scans", 5, 5).rows).toEqual([]);
});
