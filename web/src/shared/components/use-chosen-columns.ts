import { useMemo, useState } from "react";

/** Which columns this browser shows, kept under a name for the next visit; `usual` until one chooses. */
export function useChosenColumns<Column extends string>(
  storageKey: string,
  usual: readonly Column[],
): [ReadonlySet<Column>, (column: Column) => void] {
  const [chosen, setChosen] = useState(() => stored<Column>(storageKey));
  const shown = useMemo(() => chosen ?? new Set(usual), [chosen, usual]);
  const toggle = (column: Column) => {
    const next = new Set(shown);
    if (!next.delete(column)) {
      next.add(column);
    }
    setChosen(next);
    try {
      localStorage.setItem(storageKey, [...next].join(" "));
    } catch {
      // Without storage the choice lasts until the page is loaded again.
    }
  };
  return [shown, toggle];
}

/** Names of columns that there are no more do no harm: nothing asks for them. */
function stored<Column extends string>(storageKey: string): ReadonlySet<Column> | null {
  try {
    const kept = localStorage.getItem(storageKey)?.split(" ");
    return kept ? new Set(kept as Column[]) : null;
  } catch {
    // Without storage the usual columns are shown.
    return null;
  }
}
