import { t } from "@lingui/core/macro";
import type { GridLocaleText } from "@mui/x-data-grid";
import { formatCount } from "@/shared/format/numbers";
import { rowsText, turnText } from "@/shared/theme/texts";

/** The texts of tables in the language of the app, for the parts of MUI's grid that the app shows. */
export function gridTexts(): Partial<GridLocaleText> {
  return {
    noRowsLabel: t`No rows`,
    noResultsOverlayLabel: t`No results`,
    columnHeaderSortIconLabel: t`Sort`,
    checkboxSelectionHeaderName: t`Selection`,
    checkboxSelectionSelectAllRows: t`Select all rows`,
    checkboxSelectionUnselectAllRows: t`Unselect all rows`,
    checkboxSelectionSelectRow: t`Select row`,
    checkboxSelectionUnselectRow: t`Unselect row`,
    paginationRowsPerPage: t`Rows`,
    paginationItemAriaLabel: turnText,
    paginationDisplayedRows: ({ from, to, count, estimated }) => {
      if (count !== -1) {
        return rowsText(from, to, count);
      }
      const first = formatCount(from);
      const last = formatCount(to);
      return estimated !== undefined && estimated > to
        ? t`${first}–${last} of around ${formatCount(estimated)}`
        : rowsText(from, to, undefined);
    },
  };
}
