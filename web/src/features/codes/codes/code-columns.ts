import { useState } from "react";

const STORAGE_KEY = "waypost.code-columns";

/** Columns of the list that can be hidden; the name and the actions always stay. */
export const CODE_COLUMNS = [
  ["type", "Type"],
  ["scans", "Scans"],
  ["people", "People"],
  ["last_scan", "Last scan"],
  ["destination", "Destination"],
  ["tags", "Tags"],
  ["folder", "Folder"],
  ["state", "Status"],
  ["date", "Created"],
] as const;

export type CodeColumn = (typeof CODE_COLUMNS)[number][0];

const SHOWN: readonly CodeColumn[] = ["type", "scans", "last_scan", "state"];

/** Which columns this browser shows, kept for the next visit. */
export function useCodeColumns(): [ReadonlySet<CodeColumn>, (column: CodeColumn) => void] {
  const [shown, setShown] = useState<ReadonlySet<CodeColumn>>(stored);
  const toggle = (column: CodeColumn) => {
    const next = new Set(shown);
    if (!next.delete(column)) {
      next.add(column);
    }
    setShown(next);
    try {
      localStorage.setItem(STORAGE_KEY, [...next].join(" "));
    } catch {
      // Without storage the choice lasts until the page is loaded again.
    }
  };
  return [shown, toggle];
}

function stored(): ReadonlySet<CodeColumn> {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept !== null) {
      return new Set(CODE_COLUMNS.map(([column]) => column).filter((column) => kept.split(" ").includes(column)));
    }
  } catch {
    // Without storage the usual columns are shown.
  }
  return new Set(SHOWN);
}
