import { t } from "@lingui/core/macro";
import type { Components } from "@mui/material/styles";
import { formatCount } from "@/shared/format/numbers";

type PageButton = "first" | "last" | "next" | "previous";

/** The name of a button that leads to another page of a list. */
export function pageButtonText(button: PageButton): string {
  switch (button) {
    case "first":
      return t`Go to first page`;
    case "last":
      return t`Go to last page`;
    case "next":
      return t`Go to next page`;
    case "previous":
      return t`Go to previous page`;
  }
}

/** The rows that a list shows: “26–50 of 72”; undefined if nobody knows how many there are. */
export function rowsText(first: number, last: number, total: number | undefined): string {
  const from = formatCount(first);
  const to = formatCount(last);
  return total === undefined ? t`${from}–${to} of more than ${to}` : t`${from}–${to} of ${formatCount(total)}`;
}

/** The texts that MUI's components bring along, in the language of the app. Those of tables are in `data-table.tsx`. */
export function muiTexts(): Components {
  return {
    MuiAlert: { defaultProps: { closeText: t`Close` } },
    MuiAutocomplete: {
      defaultProps: {
        clearText: t`Clear`,
        closeText: t`Close`,
        loadingText: t`Loading…`,
        noOptionsText: t`No options`,
        openText: t`Open`,
      },
    },
    MuiBreadcrumbs: { defaultProps: { expandText: t`Show path` } },
    MuiPagination: {
      defaultProps: {
        "aria-label": t`Pagination`,
        getItemAriaLabel: (type, page, isSelected) => {
          if (type === "start-ellipsis" || type === "end-ellipsis") {
            return "";
          }
          const number = formatCount(page ?? 1);
          return type !== "page" ? pageButtonText(type) : isSelected ? t`Page ${number}` : t`Go to page ${number}`;
        },
      },
    },
    MuiTablePagination: {
      defaultProps: {
        getItemAriaLabel: pageButtonText,
        labelDisplayedRows: ({ from, to, count }) => rowsText(from, to, count === -1 ? undefined : count),
        labelRowsPerPage: t`Rows`,
      },
    },
  };
}
