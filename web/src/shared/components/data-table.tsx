import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import {
  DataGrid,
  type GridColDef,
  type GridRowParams,
  type GridRowSelectionModel,
  type GridSortModel,
  type GridValidRowModel,
} from "@mui/x-data-grid";
import { type ReactNode, useMemo } from "react";

export type TableRow = GridValidRowModel;

export type TableColumn<Row extends TableRow> = GridColDef<Row>;

/** The class of cells whose text may take a second line. */
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
  /** Ids of the chosen rows; without it there are no checkboxes. */
  selected?: ReadonlySet<string> | undefined;
  onSelect?: (ids: Set<string>) => void;
}

/** A table whose paging and sorting are done by the server. */
export function DataTable<Row extends GridValidRowModel>(props: DataTableProps<Row>) {
  const { empty, page, pageSize, rowHeight = 64 } = props;
  const field = props.sort?.field;
  const direction = props.sort?.direction;
  // The grid drops an order by a column that it does not have, and turns back to the first page.
  const isColumn = props.columns.some((column) => column.field === field);
  // It compares by reference: a fresh but equal order would turn it back as well.
  const sortModel = useMemo<GridSortModel>(
    () => (field === undefined || !isColumn ? [] : [{ field, sort: direction }]),
    [field, direction, isColumn],
  );
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
      // Not known yet is -1: of none there is no page but the first, to which the grid would turn.
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
      // Until it is known how many rows there are, nobody knows where the footer stands.
      hideFooter={props.rows.length === 0}
      slotProps={{
        // Rows that are there stay until the others come: nothing flickers, and nothing is drawn for a moment only.
        loadingOverlay: { variant: "linear-progress", noRowsVariant: "skeleton" },
        basePagination: { material: { labelRowsPerPage: t`Rows`, showFirstButton: true, showLastButton: true } },
      }}
      sx={{
        border: 0,
        // While a page loads it is as high as a full one, so that what stands below it stays where it is.
        "--DataGrid-overlayHeight": `${Math.min(pageSize, MOST_DRAWN) * rowHeight}px`,
        "--DataGrid-containerBackground": "transparent",
        "& .MuiDataGrid-columnHeaderTitle": { fontWeight: 500, color: "text.secondary" },
        // The grid makes a line as high as its row, which cuts off a second one.
        "& .MuiDataGrid-cell": { display: "flex", alignItems: "center", lineHeight: 1.43 },
        [`& .${WRAPS}`]: { whiteSpace: "normal" },
        "& .MuiDataGrid-row": { cursor: props.onRow ? "pointer" : "default" },
        "& .MuiDataGrid-cell:focus-within, & .MuiDataGrid-columnHeader:focus-within": { outlineOffset: -2 },
      }}
    />
  );
  // Of many rows only those in sight are drawn: the grid knows them where it has a height of its own.
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
  /** What it is sorted by at first; without it rows stay as they came. */
  sort?: TableSort;
  /** Whether rows are as high as their texts need, where there is little room. */
  wraps?: boolean;
}

/** A table whose rows are all here: sorted and paged in the browser, only what is seen being drawn. */
export function WholeTable<Row extends GridValidRowModel>({
  label,
  rows,
  columns,
  rowId,
  sort,
  wraps = false,
}: WholeTableProps<Row>) {
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
      slotProps={{ basePagination: { material: { labelRowsPerPage: t`Rows` } } }}
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
