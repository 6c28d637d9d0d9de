import { useState } from "react";

/** The previous object while the new one is deeply equal, so that components using it don't rerender. */
export function useStableValue<Value extends object>(value: Value): Value {
  const [stable, setStable] = useState(value);
  if (stable !== value && JSON.stringify(stable) !== JSON.stringify(value)) {
    setStable(value);
    return value;
  }
  return stable;
}
