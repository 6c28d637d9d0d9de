import type { Field } from "@/blocks/types";

export interface Step {
  title: string;
  fields: Field[];
}

/** Each question on a screen of its own, which the title of its page stands over. */
export function questionsOf(fields: Field[]): Step[] {
  return stepsOf(fields).flatMap(({ title, fields: all }) => {
    const hidden = all.filter(({ input_type }) => input_type === "hidden");
    const asked = all.filter((field) => !hidden.includes(field));
    return asked.length === 0
      ? [{ title, fields: hidden }]
      : asked.map((field, index) => ({ title, fields: index === 0 ? [...hidden, field] : [field] }));
  });
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
