import type { SectionColumn } from "@/features/promotions/reward-reports/components/report-section";
import { countText, numberIn, sumOf } from "@/features/promotions/reward-reports/report-values";
import type { CostText } from "@/shared/organization/costs";

/** A column of numbers. Points and stamps are never added up, so it has no sum. */
export function counted(name: string, title: string): SectionColumn {
  return { name, title, isNumber: true, cell: (row) => countText(numberIn(row, name)) };
}

/** The same with its sum. */
export function total(column: SectionColumn): SectionColumn {
  return { ...column, total: (rows) => countText(sumOf(rows, column.name)) };
}

/** A column of amounts as `text` says them, with their sum. */
export function money(name: string, title: string, text: CostText): SectionColumn {
  return {
    name,
    title,
    isNumber: true,
    cell: (row) => text(numberIn(row, name)),
    total: (rows) => text(sumOf(rows, name)),
  };
}
