import type { SectionColumn } from "@/features/promotions/reward-reports/components/report-section";
import { countText, numberIn, sumOf } from "@/features/promotions/reward-reports/report-values";
import type { CostText } from "@/shared/organization/costs";

/** Returns a column of numbers. It has no sum, because points and stamps are never added up. */
export function counted(name: string, title: string): SectionColumn {
  return { name, title, isNumber: true, cell: (row) => countText(numberIn(row, name)) };
}

/** Returns the same column with its sum. */
export function total(column: SectionColumn): SectionColumn {
  return { ...column, total: (rows) => countText(sumOf(rows, column.name)) };
}

/** Returns a column of amounts formatted by `text`, with their sum. */
export function money(name: string, title: string, text: CostText): SectionColumn {
  return {
    name,
    title,
    isNumber: true,
    cell: (row) => text(numberIn(row, name)),
    total: (rows) => text(sumOf(rows, name)),
  };
}
