import { useMemo, useState } from "react";

/** The columns that this browser shows, stored under a name for the next visit; `usual` until the user chooses. */
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
      // Without storage, the choice lasts until the page is reloaded.
    }
  };
  return [shown, toggle];
}

/** Names of columns that no longer exist are harmless, because nothing looks them up. */
function stored<Column extends string>(storageKey: string): ReadonlySet<Column> | null {
  try {
    const kept = localStorage.getItem(storageKey)?.split(" ");
    return kept ? new Set(kept as Column[]) : null;
  } catch {
    // Without storage, the usual columns are shown.
    return null;
  }
}
