import { msg } from "@lingui/core/macro";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useChosenColumns } from "@/shared/components/use-chosen-columns";

const STORAGE_KEY = "waypost.code-columns";

/** Columns of the list that can be hidden. The name and the actions are always visible. */
export const CODE_COLUMNS = [
  ["type", msg`Type`],
  ["scans", msg`Scans`],
  ["people", msg`People`],
  ["last_scan", msg`Last scan`],
  ["destination", msg`Destination`],
  ["tags", msg`Tags`],
  ["folder", msg`Folder`],
  ["state", msg`Status`],
  ["date", msg`Created`],
] as const;

export type CodeColumn = (typeof CODE_COLUMNS)[number][0];

const USUAL: readonly CodeColumn[] = ["type", "scans", "last_scan", "state"];
/** The columns that fit next to the folders on a small laptop. */
const FEWER: readonly CodeColumn[] = ["type", "scans", "state"];
const ROOMY = "(min-width: 1400px)";

/** The columns that this browser shows. */
export function useCodeColumns() {
  const isRoomy = useMediaQuery(ROOMY, { noSsr: true });
  return useChosenColumns<CodeColumn>(STORAGE_KEY, isRoomy ? USUAL : FEWER);
}
