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
import { Link as RouterLink, useNavigate } from "react-router";
import { segmentsQuery } from "@/features/people/segments/api/segments";
import { ListDialog } from "@/features/people/segments/components/list-dialog";
import { DataTable, type TableColumn } from "@/shared/components/data-table";
import { PageHeader } from "@/shared/components/page-header";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import type { Segment } from "@/shared/segments/segments";
import { useSearchChange } from "@/shared/url/use-search-change";
import { formatCount } from "@/shared/format/numbers";

const PAGE_SIZES = [10, 25, 50, 100];

/** All segments: what they are called, and how many customers are in each. */
export function SegmentsList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const [search, change] = useSearchChange();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const zone = useOrganizationData().data?.time_zone;
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const filter = search.get("filter") ?? "";
  const sort = search.get("sort") ?? "name";
  const page = Math.max(1, Number(search.get("at")) || 1);
  const sizeParam = Number(search.get("rows"));
  const pageSize = PAGE_SIZES.includes(sizeParam) ? sizeParam : 25;
  const list = useQuery(segmentsQuery({ filter, sort, page, pageSize }));
  const build = (
    <Button variant="contained" component={RouterLink} to={paths.newSegment}>
      <Trans>Create segment</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Segments`}
        subtitle={t`Groups of customers, chosen by rules or by hand, to use in codes and pages.`}
        actions={
          mayEdit ? (
            <>
              <Button variant="outlined" onClick={() => setNaming(true)}>
                <Trans>Add list</Trans>
              </Button>
              {build}
            </>
          ) : null
        }
      />
      <Narrowing list={list} isNarrowed={filter !== ""}>
        <Box sx={{ mb: 2, maxWidth: 360 }}>
          <SearchBox
            placeholder={t`Name or description`}
            value={filter}
            onChange={(text) => change({ filter: text || null, at: null })}
          />
        </Box>
      </Narrowing>
      <Card>
        {list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DataTable
            label={t`Segments`}
            rows={list.data?.items ?? []}
            columns={columnsIn(zone, isPhone)}
            rowId={(row) => row.segment_id}
            total={list.data?.total ?? 0}
            page={page}
            pageSize={pageSize}
            loading={list.isPending || list.isPlaceholderData}
            sort={{ field: sort.replace("-", ""), direction: sort.startsWith("-") ? "desc" : "asc" }}
            onPage={(next, size) => change({ at: next === 1 ? null : String(next), rows: String(size) })}
            onSort={(next) =>
              change({ sort: next === null ? null : `${next.direction === "desc" ? "-" : ""}${next.field}`, at: null })
            }
            empty={
              <EmptyState
                icon={<GroupsIcon />}
                title={filter === "" ? t`No segments yet` : t`No matching segments`}
                text={
                  filter === ""
                    ? t`Group customers by what they do and who they are, and see at once how many match.`
                    : t`Try another name.`
                }
                action={mayEdit && filter === "" ? build : undefined}
              />
            }
          />
        )}
      </Card>
      {isNaming ? (
        <ListDialog
          onDone={(segmentId) => {
            setNaming(false);
            if (segmentId !== null) {
              void navigate(paths.segment(segmentId));
            }
          }}
        />
      ) : null}
    </>
  );
}

function columnsIn(zone: string | undefined, isPhone: boolean): TableColumn<Segment>[] {
  const name: TableColumn<Segment> = {
    field: "name",
    headerName: t`Name`,
    flex: 1.5,
    minWidth: 150,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0, lineHeight: 1.3 }}>
        <Link
          component={RouterLink}
          to={paths.segment(row.segment_id)}
          underline="hover"
          color="textPrimary"
          sx={{ display: "block", fontWeight: 500, overflow: "hidden", textOverflow: "ellipsis" }}
        >
          {row.name}
        </Link>
        {row.description ? (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {row.description}
          </Typography>
        ) : null}
      </Box>
    ),
  };
  const members: TableColumn<Segment> = {
    field: "members",
    headerName: t`Customers`,
    width: isPhone ? 110 : 130,
    align: "right",
    headerAlign: "right",
    valueGetter: (_, row) => (row.counted_at === null ? t`Counting…` : formatCount(row.members)),
  };
  if (isPhone) {
    return [name, members];
  }
  return [
    name,
    {
      field: "kind",
      headerName: t`Kind`,
      width: 110,
      sortable: false,
      valueGetter: (_, row) => (row.kind === "rules" ? t`Rules` : t`List`),
    },
    members,
    {
      field: "updated_at",
      headerName: t`Changed`,
      width: 190,
      valueGetter: (_, row) => formatDateTime(row.updated_at, zone),
    },
  ];
}
