import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useNavigate } from "react-router";
import type { ActivityOfCodes } from "@/features/codes/codes/api/code-activity";
import { CODE_COLUMNS, type CodeColumn, useCodeColumns } from "@/features/codes/codes/code-columns";
import {
  ActionsCell,
  CellLook,
  DestinationCell,
  KindCell,
  LastScanCell,
  NameCell,
  PeopleCell,
  ScansCell,
  StateCell,
  TagsCell,
} from "@/features/codes/codes/components/codes-table-cells";
import { TableCells } from "@/features/codes/codes/table-cells";
import type { CodesView } from "@/features/codes/codes/use-codes-view";
import type { Code } from "@/features/codes/codes/types";
import { ColumnsButton } from "@/shared/components/columns-button";
import { DataTable, type TableColumn } from "@/shared/components/data-table";
import { foldersQuery } from "@/shared/folders/folders";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

interface CodesTableProps {
  codes: readonly Code[];
  activity: ActivityOfCodes;
  /** The message shown if the numbers could not be fetched. */
  failure: ReactNode;
  total: number;
  loading: boolean;
  zone: string | undefined;
  view: CodesView;
  empty: ReactNode;
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
}

const ALWAYS = ["name", "actions"];
const FROM_THE_MOST: NonNullable<TableColumn<Code>["sortingOrder"]> = ["desc", "asc", null];

/** Returns the option of the column choice to which a column of the table belongs. */
function columnOf(field: string): CodeColumn {
  return field === "created_at" || field === "updated_at" ? "date" : (field as CodeColumn);
}

/** The list of codes on wide screens. */
export function CodesTable({
  codes,
  activity,
  failure,
  total,
  loading,
  zone,
  view,
  empty,
  selected,
  onSelect,
}: CodesTableProps) {
  const navigate = useNavigate();
  const byChange = view.sort?.field === "updated_at";
  // The grid drops a sort order for a column that it does not have.
  const sortedBy = view.sort?.field;
  const [shown, toggle] = useCodeColumns();
  const folders = useQuery(foldersQuery).data;
  const folderNames = useMemo(() => new Map(folders?.map((one) => [one.folder_id, one.name])), [folders]);
  const columns = useMemo(
    () =>
      columnsIn(zone, byChange, folderNames).filter(
        ({ field }) => ALWAYS.includes(field) || field === sortedBy || shown.has(columnOf(field)),
      ),
    [zone, byChange, folderNames, shown, sortedBy],
  );
  const hasFailed = failure !== null;
  const cells = useMemo(() => ({ activity, hasFailed, selected }), [activity, hasFailed, selected]);
  return (
    <TableCells value={cells}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 2, pl: 2, pr: 1, pt: 0.5, minHeight: 38 }}>
        {failure}
        <Box sx={{ flex: 1 }} />
        <ColumnsButton
          columns={CODE_COLUMNS.map(([column, label]) => [column, t(label)] as const)}
          shown={shown}
          onToggle={toggle}
        />
      </Box>
      <CellLook>
        <DataTable<Code>
          label={t`Your codes`}
          rows={codes}
          columns={columns}
          rowId={(code) => code.code_id}
          total={total}
          page={view.page}
          pageSize={view.pageSize}
          onPage={view.setPage}
          sort={view.sort}
          onSort={view.setSort}
          loading={loading}
          empty={empty}
          rowHeight={68}
          selected={selected}
          onSelect={onSelect}
          onRow={(code) => void navigate(paths.showCode(code.code_id))}
        />
      </CellLook>
    </TableCells>
  );
}

/** `byChange`: when sorted by change, the date column shows the last change, otherwise the creation. */
function columnsIn(
  zone: string | undefined,
  byChange: boolean,
  folderNames: ReadonlyMap<string, string>,
): TableColumn<Code>[] {
  return [
    {
      field: "name",
      headerName: t`Name`,
      flex: 1.5,
      minWidth: 176,
      renderCell: ({ row }) => <NameCell code={row} />,
    },
    {
      field: "type",
      headerName: t`Type`,
      width: 108,
      renderCell: ({ row }) => <KindCell kind={row.type} />,
    },
    {
      field: "scans",
      headerName: t`Scans, 30 days`,
      width: 136,
      sortingOrder: FROM_THE_MOST,
      renderCell: ({ row }) => <ScansCell codeId={row.code_id} />,
    },
    {
      field: "people",
      headerName: t`People, 30 days`,
      width: 128,
      sortingOrder: FROM_THE_MOST,
      renderCell: ({ row }) => <PeopleCell codeId={row.code_id} />,
    },
    {
      field: "last_scan",
      headerName: t`Last scan`,
      width: 112,
      sortingOrder: FROM_THE_MOST,
      renderCell: ({ row }) => <LastScanCell codeId={row.code_id} />,
    },
    {
      field: "tags",
      headerName: t`Tags`,
      width: 180,
      renderCell: ({ row }) => <TagsCell tags={row.tags} />,
    },
    {
      field: "folder",
      headerName: t`Folder`,
      width: 140,
      valueGetter: (_, row) => folderNames.get(row.folder_id ?? "") ?? "",
    },
    {
      field: "destination",
      headerName: t`Destination`,
      flex: 1.1,
      minWidth: 130,
      sortable: false,
      renderCell: ({ row }) => <DestinationCell code={row} />,
    },
    {
      field: "state",
      headerName: t`Status`,
      width: 116,
      sortable: false,
      renderCell: ({ row }) => <StateCell code={row} />,
    },
    {
      field: byChange ? "updated_at" : "created_at",
      headerName: byChange ? t`Changed` : t`Created`,
      width: 112,
      valueFormatter: (value: string) => formatDate(value, zone),
    },
    {
      field: "actions",
      headerName: t`Actions`,
      width: 132,
      sortable: false,
      align: "right",
      headerAlign: "right",
      renderCell: ({ row }) => <ActionsCell code={row} />,
    },
  ];
}
