import Card from "@mui/material/Card";
import type { ReactNode } from "react";
import { isUnreadable } from "@/shared/api/unreadable";
import { DataTable, type TableColumn, type TableRow } from "@/shared/components/data-table";
import { ListError, type ListQuery, NoItems, type NoItemsProps } from "@/shared/components/list-screen";
import { StaleWarning } from "@/shared/components/stale-warning";
import { useLastPage } from "@/shared/components/use-last-page";
import type { ListView } from "@/shared/url/use-list-view";

interface ListTableProps<Row extends TableRow> extends NoItemsProps {
  label: string;
  list: ListQuery<Row>;
  view: Pick<ListView, "page" | "pageSize" | "setPage" | "narrow" | "isNarrowed" | "clear">;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  /**
   * The column by which the table is sorted, with a minus for descending order; without it the table cannot be sorted.
   */
  sort?: string;
  /** Whether the total is an estimate. */
  isAbout?: boolean;
  /** Ids of the selected rows; without it there are no checkboxes. */
  selected?: ReadonlySet<string> | undefined;
  onSelect?: (ids: Set<string>) => void;
  /** Shown above the table, inside its card. */
  children?: ReactNode;
}

/** A list as a table with its states, sorting and pages. */
export function ListTable<Row extends TableRow>(props: ListTableProps<Row>) {
  const { list, view, sort, children, empty, nothingFound, ...table } = props;
  const isBeyond = useLastPage(list, view);
  return (
    <Card>
      {isUnreadable(list) ? (
        <ListError list={list} />
      ) : (
        <>
          <StaleWarning reading={list} />
          {children}
          <DataTable
            {...table}
            rows={list.data?.items ?? []}
            total={list.data?.total ?? 0}
            page={view.page}
            pageSize={view.pageSize}
            onPage={view.setPage}
            sort={
              sort === undefined
                ? null
                : { field: sort.replace(/^-/, ""), direction: sort.startsWith("-") ? "desc" : "asc" }
            }
            onSort={(next) =>
              view.narrow({ sort: next === null ? null : `${next.direction === "desc" ? "-" : ""}${next.field}` })
            }
            loading={list.isPending || list.isPlaceholderData || isBeyond}
            empty={<NoItems empty={empty} nothingFound={nothingFound} view={view} />}
          />
        </>
      )}
    </Card>
  );
}
