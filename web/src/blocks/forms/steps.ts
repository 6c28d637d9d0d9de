import type { Field } from "@/blocks/types";

export interface Step {
  title: string;
  fields: Field[];
}

/** The fields by the screens that page dividers make of them; empty screens fall away. */
export function stepsOf(fields: Field[]): Step[] {
  const steps: Step[] = [];
  let current: Step = { title: "", fields: [] };
  for (const field of fields) {
    if (field.input_type === "page_divider") {
      steps.push(current);
      current = { title: field.input_display_name, fields: [] };
    } else {
      current.fields.push(field);
    }
  }
  steps.push(current);
  const filled = steps.filter((step) => step.fields.length > 0);
  return filled.length > 0 ? filled : [{ title: "", fields: [] }];
}
