import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import HowToRegOutlinedIcon from "@mui/icons-material/HowToRegOutlined";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { acceptancesQuery } from "@/features/content/terms/api/terms";
import { ListPages } from "@/shared/components/list-pages";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";

/** Acceptances of terms, latest first. */
export function Acceptances({ termsId, zone }: { termsId: string; zone: string | undefined }) {
  const [page, setPage] = useState(1);
  const list = useQuery(acceptancesQuery(termsId, page));
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) {
    return <Skeleton variant="rounded" height={96} />;
  }
  if (list.data.items.length === 0) {
    return (
      <EmptyState
        compact
        icon={<HowToRegOutlinedIcon />}
        title={t`No consents yet`}
        text={t`Share the link above. Visitors accept with the button at the end of the page.`}
      />
    );
  }
  return (
    <>
      <Box role="region" aria-label={t`Consents`} tabIndex={0} sx={{ overflowX: "auto" }}>
        <Table size="small" sx={{ "& td, & th": { whiteSpace: "nowrap" } }}>
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>When</Trans>
              </TableCell>
              <TableCell>
                <Trans>Who</Trans>
              </TableCell>
              <TableCell>
                <Trans>Version</Trans>
              </TableCell>
              <TableCell>
                <Trans>Network</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {list.data.items.map((it) => (
              <TableRow key={it.acceptance_id}>
                <TableCell>{formatDateTime(it.accepted_at, zone)}</TableCell>
                <TableCell>{it.email ?? t`Visitor ${it.visitor_name}`}</TableCell>
                <TableCell>{it.version}</TableCell>
                <TableCell>{it.address}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      <ListPages total={list.data.total} pageSize={list.data.pageSize} page={page} onPage={setPage} />
    </>
  );
}
