import { useState } from "react";

/** The object of before while it says the same, so that what is drawn from it need not be drawn again. */
export function useSame<Value extends object>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (kept !== value && JSON.stringify(kept) !== JSON.stringify(value)) {
    keep(value);
    return value;
  }
  return kept;
}
