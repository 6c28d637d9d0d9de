import { createContext, useContext } from "react";
import { type ActivityOfCodes, type CodeActivity, NO_ACTIVITY } from "@/features/codes/codes/api/code-activity";

interface TableCells {
  activity: ActivityOfCodes;
  /** Whether the numbers could not be read, so that none will come. */
  hasFailed: boolean;
  /** Chosen codes; undefined where none can be chosen. */
  selected: ReadonlySet<string> | undefined;
}

/**
 * What cells of the table of codes share. They read it here, as the columns stay the same while numbers arrive and
 * codes are chosen: with new columns the grid would draw every cell again.
 */
export const TableCells = createContext<TableCells>({ activity: NO_ACTIVITY, hasFailed: false, selected: undefined });

/** The numbers of one code, once they are there. */
export function useShownActivity(codeId: string): { activity: CodeActivity | undefined; hasFailed: boolean } {
  const { activity, hasFailed } = useContext(TableCells);
  return { activity: activity.get(codeId), hasFailed };
}
