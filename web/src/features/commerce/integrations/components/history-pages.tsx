import { t } from "@lingui/core/macro";
import HistoryIcon from "@mui/icons-material/History";
import List from "@mui/material/List";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "@/features/commerce/integrations/api/integrations";
import { EmptyState, ErrorState } from "@/shared/components/state-views";

interface PagesProps {
  query: {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
    data: { total: number } | undefined;
  };
  page: number;
  onPage: (page: number) => void;
  empty: string;
  children: ReactNode;
}

/** Rows in pages, with what stands there while there are none. */
export function Pages({ query, page, onPage, empty, children }: PagesProps) {
  const pages = Math.ceil((query.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      {query.isPending ? <Skeleton variant="rounded" height={160} aria-label={t`Loading the history`} /> : null}
      {query.isError ? <ErrorState compact error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.data?.total === 0 ? (
        <EmptyState compact icon={<HistoryIcon />} title={t`Nothing yet`} text={empty} />
      ) : (
        <List disablePadding>{children}</List>
      )}
      {pages > 1 ? (
        <Pagination count={pages} page={page} onChange={(_, chosen) => onPage(chosen)} sx={{ mt: 2 }} />
      ) : null}
    </>
  );
}
