import type { Field } from "@/blocks/types";

/** Where a form does not begin with its page divider, which stays. The server refuses the same. */
export function problemOfBeginning(fields: Field[]): "" | "[0]" | "[0].deletable" | null {
  const first = fields[0];
  if (first === undefined) {
    return "";
  }
  if (first.input_type !== "page_divider") {
    return "[0]";
  }
  return first.deletable === false ? null : "[0].deletable";
}
