import type { components } from "@/shared/api/schema";

type Row = components["schemas"]["ReportPage"]["rows"][number];

export interface FieldStep {
  field: string;
  reached: number;
  leftHere: number;
}

export interface DropOff {
  seen: number;
  /** People who reached the first question or any other. */
  started: number;
  sent: number;
  steps: FieldStep[];
}

const numberOf = (row: Row, name: string) => (typeof row[name] === "number" ? row[name] : 0);

/** Returns how far people got with one form, from the rows of the report on fields, or null if nobody saw it. */
export function dropOffOf(rows: readonly Row[], formId: string, order: readonly string[]): DropOff | null {
  const own = rows.filter((row) => row["form"] === formId && row["field"] !== "");
  const most = (name: string) => Math.max(0, ...own.map((row) => numberOf(row, name)));
  const place = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const steps = own
    .map((row) => ({
      field: String(row["field"]),
      reached: numberOf(row, "reached"),
      leftHere: numberOf(row, "left_here"),
    }))
    .sort((one, other) => place(one.field) - place(other.field));
  return own.length === 0 ? null : { seen: most("opened"), started: most("reached"), sent: most("submits"), steps };
}
