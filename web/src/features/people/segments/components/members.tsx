import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import GroupsIcon from "@mui/icons-material/GroupsOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { membersQuery, type SegmentDetail, useRemoveMembers } from "@/features/people/segments/api/segments";
import { customerName } from "@/shared/customers/customer-name";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { DataTable, type TableColumn } from "@/shared/components/data-table";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

type Customer = components["schemas"]["CustomerRead"];

interface MembersProps {
  segment: SegmentDetail;
  /** Whether customers can be removed from the segment here. */
  mayEdit: boolean;
  zone: string | undefined;
}

/** The customers in a segment. */
export function Members({ segment, mayEdit, zone }: MembersProps) {
  const [{ page, pageSize }, setPaging] = useState({ page: 1, pageSize: 25 });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const removing = useRemoveMembers(segment.segment_id);
  const toasts = useToasts();
  const list = useQuery(membersQuery(segment.segment_id, page, pageSize));
  const remove = () =>
    handleResult(removing.mutateAsync([...selected]), {
      onSuccess: () => setSelected(new Set()),
      onError: toasts.error,
    });
  return (
    <Card component="section">
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1, p: 2, pb: 0.5 }}>
        <Typography variant="h6" component="h2">
          <Trans>Members</Trans>
        </Typography>
        {selected.size > 0 ? (
          <Button onClick={remove} disabled={removing.isPending}>
            {t`Take ${formatCount(selected.size)} off the list`}
          </Button>
        ) : (
          <Button component={RouterLink} to={paths.customersOf(segment.segment_id)}>
            <Trans>Show in customers</Trans>
          </Button>
        )}
      </Box>
      <StaleWarning reading={list} />
      {isUnreadable(list) ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable
          label={t`Members`}
          rows={list.data?.items ?? []}
          columns={columnsIn(zone, isPhone)}
          rowId={(row) => row.customer_id}
          total={list.data?.total ?? 0}
          page={page}
          pageSize={pageSize}
          sort={null}
          onSort={() => undefined}
          onPage={(next, size) => setPaging({ page: next, pageSize: size })}
          loading={list.isPending || list.isPlaceholderData}
          {...(mayEdit ? { selected, onSelect: setSelected } : {})}
          empty={
            <EmptyState
              icon={<GroupsIcon />}
              title={t`No members yet`}
              text={
                segment.kind === "list"
                  ? t`Import addresses, or select customers under Customers.`
                  : t`No customers match the rules right now.`
              }
            />
          }
        />
      )}
    </Card>
  );
}

function columnsIn(zone: string | undefined, isPhone: boolean): TableColumn<Customer>[] {
  const name: TableColumn<Customer> = {
    field: "name",
    headerName: t`Name`,
    flex: 1,
    minWidth: 160,
    sortable: false,
    renderCell: ({ row }) => (
      <Link
        component={RouterLink}
        to={paths.customer(row.customer_id)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: 500 }}
      >
        {customerName(row)}
      </Link>
    ),
  };
  if (isPhone) {
    return [name];
  }
  return [
    name,
    {
      field: "email",
      headerName: t`Email`,
      flex: 1,
      minWidth: 170,
      sortable: false,
      valueGetter: (_, row) => row.email ?? "",
    },
    { field: "phone", headerName: t`Phone`, width: 150, sortable: false, valueGetter: (_, row) => row.phone ?? "" },
    {
      field: "created_at",
      headerName: t`Since`,
      width: 130,
      sortable: false,
      valueGetter: (_, row) => formatDate(row.created_at, zone),
    },
  ];
}
