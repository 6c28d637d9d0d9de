import { createContext, useContext } from "react";
import { type ActivityOfCodes, type CodeActivity, NO_ACTIVITY } from "@/features/codes/codes/api/code-activity";

interface TableCells {
  activity: ActivityOfCodes;
  /** Whether the numbers could not be fetched, so that none will arrive. */
  hasFailed: boolean;
  /** The selected codes, or undefined if none can be selected. */
  selected: ReadonlySet<string> | undefined;
}

/**
 * Data that the cells of the table of codes share. They read it here because the columns stay the same while numbers
 * arrive and codes are selected: with new columns the grid would render every cell again.
 */
export const TableCells = createContext<TableCells>({ activity: NO_ACTIVITY, hasFailed: false, selected: undefined });

/** Returns the numbers of one code once they have loaded. */
export function useShownActivity(codeId: string): { activity: CodeActivity | undefined; hasFailed: boolean } {
  const { activity, hasFailed } = useContext(TableCells);
  return { activity: activity.get(codeId), hasFailed };
}
