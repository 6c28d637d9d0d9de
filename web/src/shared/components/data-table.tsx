import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import {
  DataGrid,
  type GridColDef,
  type GridLocaleText,
  type GridRowParams,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
} from "@mui/x-data-grid";
import { type ReactNode, useMemo } from "react";
import { formatCount } from "@/shared/format/numbers";
import { rowsText, pageButtonText } from "@/shared/theme/texts";

export type TableRow = GridValidRowModel;

export type TableColumn<Row extends TableRow> = GridColDef<Row>;

/** The class of cells whose text may wrap to a second line. */
export const WRAPS = "wraps";

export interface TableSort {
  field: string;
  direction: "asc" | "desc";
}

interface DataTableProps<Row extends GridValidRowModel> {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  total: number;
  /** Whether the total is an estimate. */
  isAbout?: boolean;
  /** Counted from 1. */
  page: number;
  pageSize: number;
  onPage: (page: number, pageSize: number) => void;
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
  loading: boolean;
  empty: ReactNode;
  onRow?: (row: Row) => void;
  /** Pixels. */
  rowHeight?: number;
  /** Ids of the selected rows; without it there are no checkboxes. */
  selected?: ReadonlySet<string> | undefined;
  onSelect?: (ids: Set<string>) => void;
}

/** The texts of tables in the language of the app, for the parts of MUI's grid that the app shows. */
function gridTexts(): Partial<GridLocaleText> {
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
    paginationItemAriaLabel: pageButtonText,
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

/** A table that the server pages and sorts. */
export function DataTable<Row extends GridValidRowModel>(props: DataTableProps<Row>) {
  const { empty, page, pageSize, rowHeight = 64 } = props;
  const field = props.sort?.field;
  const direction = props.sort?.direction;
  // The grid drops sorting by a column that it does not have, and returns to the first page.
  const isColumn = props.columns.some((column) => column.field === field);
  // The grid compares by reference: a new but equal sort model would also return it to the first page.
  const sortModel = useMemo<GridSortModel>(
    () => (field === undefined || !isColumn ? [] : [{ field, sort: direction }]),
    [field, direction, isColumn],
  );
  const localeText = useMemo(() => gridTexts(), []);
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize }), [page, pageSize]);
  if (props.rows.length === 0 && !props.loading) {
    return <>{empty}</>;
  }
  const selection: GridRowSelectionModel = { type: "include", ids: new Set(props.selected) };
  const grid = (
    <DataGrid<Row>
      aria-label={props.label}
      rows={props.rows}
      columns={props.columns}
      getRowId={props.rowId}
      // -1 means that the total is not known yet. With 0, only the first page would exist, and the grid would go to it.
      rowCount={props.rows.length === 0 || props.isAbout ? -1 : props.total}
      {...(props.isAbout
        ? { estimatedRowCount: props.total, paginationMeta: { hasNextPage: props.rows.length === pageSize } }
        : {})}
      paginationMode="server"
      sortingMode="server"
      filterMode="server"
      pageSizeOptions={[10, 25, 50, 100]}
      paginationModel={paginationModel}
      onPaginationModelChange={(model) => props.onPage(model.page + 1, model.pageSize)}
      sortModel={sortModel}
      onSortModelChange={([first]) => props.onSort(first?.sort ? { field: first.field, direction: first.sort } : null)}
      loading={props.loading}
      localeText={localeText}
      onRowClick={({ row }: GridRowParams<Row>) => props.onRow?.(row)}
      rowHeight={rowHeight}
      disableColumnMenu
      disableColumnFilter
      disableRowSelectionOnClick
      checkboxSelection={props.selected !== undefined}
      rowSelectionModel={selection}
      onRowSelectionModelChange={({ ids }) => props.onSelect?.(new Set([...ids].map(String)))}
      disableRowSelectionExcludeModel
      keepNonExistentRowsSelected
      hideFooterSelectedRowCount
      // Until the number of rows is known, the position of the footer is unknown.
      hideFooter={props.rows.length === 0}
      slotProps={{
        // Existing rows stay until the new ones arrive, so that nothing flickers or appears only for a moment.
        loadingOverlay: { variant: "linear-progress", noRowsVariant: "skeleton" },
        basePagination: { material: { showFirstButton: true, showLastButton: true } },
      }}
      sx={{
        border: 0,
        // A loading page is as high as a full one, so that the content below does not move.
        "--DataGrid-overlayHeight": `${Math.min(pageSize, MOST_DRAWN) * rowHeight}px`,
        "--DataGrid-containerBackground": "transparent",
        "& .MuiDataGrid-columnHeaderTitle": { fontWeight: 500, color: "text.secondary" },
        // By default, the grid makes a line as high as its row, which cuts off a second line.
        "& .MuiDataGrid-cell": { display: "flex", alignItems: "center", lineHeight: 1.43 },
        [`& .${WRAPS}`]: { whiteSpace: "normal" },
        "& .MuiDataGrid-row": { cursor: props.onRow ? "pointer" : "default" },
        "& .MuiDataGrid-cell:focus-within, & .MuiDataGrid-columnHeader:focus-within": { outlineOffset: -2 },
      }}
    />
  );
  // With many rows, only the visible ones are rendered. For that, the grid needs a fixed height.
  return pageSize > MOST_DRAWN ? (
    <Box sx={{ display: "flex", flexDirection: "column", maxHeight: "max(480px, calc(100dvh - 220px))" }}>{grid}</Box>
  ) : (
    grid
  );
}

const MOST_DRAWN = 25;

const WRAPPED = {
  py: 0.75,
  minHeight: 40,
  display: "flex",
  alignItems: "center",
  lineHeight: 1.4,
  whiteSpace: "normal",
  overflowWrap: "anywhere",
} as const;

interface WholeTableProps<Row extends GridValidRowModel> {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  /** The initial sorting; without it rows keep their given order. */
  sort?: TableSort;
  /** Whether rows grow with their texts on small screens. */
  wraps?: boolean;
}

/** A table that has all its rows: sorted and paged in the browser, with only the visible rows rendered. */
export function WholeTable<Row extends GridValidRowModel>({
  label,
  rows,
  columns,
  rowId,
  sort,
  wraps = false,
}: WholeTableProps<Row>) {
  const localeText = useMemo(() => gridTexts(), []);
  return (
    <DataGrid<Row>
      aria-label={label}
      rows={rows}
      columns={columns}
      getRowId={rowId}
      initialState={{
        sorting: { sortModel: sort === undefined ? [] : [{ field: sort.field, sort: sort.direction }] },
        pagination: { paginationModel: { pageSize: 100 } },
      }}
      pageSizeOptions={[25, 100]}
      density="compact"
      {...(wraps ? { getRowHeight: () => "auto" as const } : {})}
      disableColumnMenu
      disableColumnFilter
      disableRowSelectionOnClick
      localeText={localeText}
      sx={{
        border: 0,
        minHeight: 200,
        "--DataGrid-containerBackground": "transparent",
        "& .MuiDataGrid-columnHeaderTitle": { fontWeight: 500, color: "text.secondary" },
        "& .MuiDataGrid-cell": { fontVariantNumeric: "tabular-nums", ...(wraps ? WRAPPED : {}) },
        "& .MuiDataGrid-cell:focus-within, & .MuiDataGrid-columnHeader:focus-within": { outlineOffset: -2 },
      }}
    />
  );
}
