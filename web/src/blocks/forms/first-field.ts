import type { Field } from "@/blocks/types";

/**
 * Returns the field path of the error if a form does not begin with a locked page divider, or null if it does. The
 * server checks the same.
 */
export function firstFieldProblem(fields: Field[]): "" | "[0]" | "[0].deletable" | null {
  const first = fields[0];
  if (first === undefined) {
    return "";
  }
  if (first.input_type !== "page_divider") {
    return "[0]";
  }
  return first.deletable === false ? null : "[0].deletable";
}
