import type { Field } from "@/blocks/types";

export interface Step {
  title: string;
  fields: Field[];
}

/** Puts each question on its own screen, under the title of its page. */
export function questionsOf(fields: Field[]): Step[] {
  return stepsOf(fields).flatMap(({ title, fields: all }) => {
    const hidden = all.filter(({ input_type }) => input_type === "hidden");
    const asked = all.filter((field) => !hidden.includes(field));
    return asked.length === 0
      ? [{ title, fields: hidden }]
      : asked.map((field, index) => ({ title, fields: index === 0 ? [...hidden, field] : [field] }));
  });
}

/** Splits the fields into screens at the page dividers. Empty screens are dropped. */
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
