import { msg } from "@lingui/core/macro";
import type { ReportRow } from "@/features/insights/analytics/api/reports";

/** The steps of a field, in order. */
export const STEPS = [
  { name: "reached", label: msg`Reached` },
  { name: "filled", label: msg`Filled in` },
  { name: "answered", label: msg`Submitted` },
] as const;

interface FieldSteps {
  name: string;
  reached: number;
  filled: number;
  answered: number;
  left: number;
  /** The share of those who reached it but did not send it. */
  lost: number;
}

interface FormStepsRead {
  form: string;
  opened: number;
  sent: number;
  fields: FieldSteps[];
}

const numberIn = (row: ReportRow, name: string) => (typeof row[name] === "number" ? row[name] : 0);
const textIn = (row: ReportRow, name: string) => (typeof row[name] === "string" ? row[name] : "");

/** Groups the rows of the report on form fields by form, with fields sorted by how many people reached them. */
export function formsOf(rows: readonly ReportRow[]): FormStepsRead[] {
  const forms = new Map<string, FormStepsRead>();
  for (const row of rows) {
    const form = textIn(row, "form");
    const read = forms.get(form) ?? {
      form,
      opened: numberIn(row, "opened"),
      sent: numberIn(row, "submits"),
      fields: [],
    };
    read.fields.push({
      name: textIn(row, "field"),
      reached: numberIn(row, "reached"),
      filled: numberIn(row, "filled"),
      answered: numberIn(row, "answered"),
      left: numberIn(row, "left_here"),
      lost: numberIn(row, "drop_off_share"),
    });
    forms.set(form, read);
  }
  for (const { fields } of forms.values()) {
    fields.sort((one, other) => other.reached - one.reached);
  }
  return [...forms.values()];
}
