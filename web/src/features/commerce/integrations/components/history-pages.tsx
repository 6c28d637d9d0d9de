import { t } from "@lingui/core/macro";
import HistoryIcon from "@mui/icons-material/History";
import List from "@mui/material/List";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "@/features/commerce/integrations/api/integrations";
import { ListPages } from "@/shared/components/list-pages";
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

/** Paginated rows, or a placeholder if there are none. */
export function Pages({ query, page, onPage, empty, children }: PagesProps) {
  return (
    <>
      {query.isPending ? <Skeleton variant="rounded" height={160} aria-label={t`Loading the history`} /> : null}
      {query.isError ? <ErrorState compact error={query.error} onRetry={() => query.refetch()} /> : null}
      {query.data?.total === 0 ? (
        <EmptyState compact icon={<HistoryIcon />} title={t`Nothing yet`} text={empty} />
      ) : (
        <List disablePadding>{children}</List>
      )}
      <ListPages total={query.data?.total} pageSize={PAGE_SIZE} page={page} onPage={onPage} />
    </>
  );
}
