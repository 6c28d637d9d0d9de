import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import { ListPages } from "@/shared/components/list-pages";
import { ErrorState } from "@/shared/components/state-views";

const PAGE_SIZE = 10;

interface RowListProps<Row> {
  label: string;
  list: {
    data: { items: Row[]; total: number } | undefined;
    isPending: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
  empty: ReactNode;
  rowId: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** A paginated list of rows that wrap on phones, with its loading, error, empty and filled states. */
export function RowList<Row>({ label, list, page, onPage, empty, rowId, children }: RowListProps<Row>) {
  if (list.isPending) {
    return (
      <Stack spacing={1} aria-busy="true">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} variant="rounded" height={56} />
        ))}
      </Stack>
    );
  }
  if (list.isError || list.data === undefined) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  const { items, total } = list.data;
  if (items.length === 0) {
    return <>{empty}</>;
  }
  return (
    <>
      <Stack component="ul" aria-label={label} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {items.map((row) => (
          <Box
            component="li"
            key={rowId(row)}
            sx={{
              display: "flex",
              flexWrap: "wrap",
              gap: 1.5,
              alignItems: "center",
              py: 1.5,
              borderTop: 1,
              borderColor: "divider",
            }}
          >
            {children(row)}
          </Box>
        ))}
      </Stack>
      <ListPages total={total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </>
  );
}
