import type { Field } from "@/blocks/types";

/** The values of a form, by field name. */
export function answersIn(form: HTMLFormElement, fields: readonly Field[]): Record<string, unknown> {
  const data = new FormData(form);
  for (const { name, validity } of form.querySelectorAll("input")) {
    // An incomplete date or number reads as empty: an optional one would be dropped without a word.
    if (validity.badInput) {
      data.set(name, "?");
    }
  }
  return Object.fromEntries(
    fields
      .filter((field) => field.input_type !== "page_divider")
      .map(({ name, input_type }) => [
        name,
        input_type === "checkboxes" ? data.getAll(name) : input_type === "checkbox" ? data.has(name) : data.get(name),
      ]),
  );
}
