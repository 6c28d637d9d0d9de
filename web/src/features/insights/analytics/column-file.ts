import type { ExportColumn } from "@/features/insights/analytics/api/export-csv";

const HEADER = ["name", "type", "unit", "definition"] as const;
const BOM = "\ufeff";

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns the dictionary of an exported file as a CSV file of its own. */
export function columnFile(fileName: string, columns: readonly ExportColumn[]) {
  const rows = [HEADER.map(quoted), ...columns.map((column) => HEADER.map((name) => quoted(column[name])))];
  const text = BOM + rows.map((row) => `${row.join(",")}\r\n`).join("");
  const bytes = new TextEncoder().encode(text);
  return {
    file_name: `${fileName.replace(/\.[^.]+$/, "")}-columns.csv`,
    media_type: "text/csv; charset=utf-8",
    data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")),
  };
}
