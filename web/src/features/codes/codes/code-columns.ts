import { useChosenColumns } from "@/shared/components/use-chosen-columns";

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

/** Which columns this browser shows. */
export function useCodeColumns() {
  return useChosenColumns(STORAGE_KEY, CODE_COLUMNS, SHOWN);
}
