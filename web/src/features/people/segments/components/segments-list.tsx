import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import GroupsIcon from "@mui/icons-material/GroupsOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { segmentsQuery } from "@/features/people/segments/api/segments";
import { ListDialog } from "@/features/people/segments/components/list-dialog";
import type { TableColumn } from "@/shared/components/data-table";
import { ListScreen } from "@/shared/components/list-screen";
import { ListTable } from "@/shared/components/list-table";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import type { Segment } from "@/shared/segments/segments";
import { useListView } from "@/shared/url/use-list-view";
import { formatCount } from "@/shared/format/numbers";

/** All segments with the number of customers in each. */
export function SegmentsList({ role }: { role: string }) {
  const mayEdit = reaches(role, "editor");
  const view = useListView();
  const navigate = useNavigate();
  const [isNaming, setNaming] = useState(false);
  const zone = useOrganizationData().data?.time_zone;
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const sort = view.search.get("sort") ?? "name";
  const { filter, page, pageSize } = view;
  const list = useQuery(segmentsQuery({ filter, sort, page, pageSize }));
  const build = (
    <Button variant="contained" component={RouterLink} to={paths.newSegment}>
      <Trans>Create segment</Trans>
    </Button>
  );
  return (
    <>
      <ListScreen
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
        list={list}
        view={view}
        search={{ placeholder: t`Name or description` }}
      >
        <ListTable
          label={t`Segments`}
          list={list}
          view={view}
          columns={columnsIn(zone, isPhone)}
          rowId={(row) => row.segment_id}
          sort={sort}
          empty={{
            icon: <GroupsIcon />,
            title: t`No segments yet`,
            text: t`Group customers by what they do and who they are, and see at once how many match.`,
            action: mayEdit ? build : undefined,
          }}
          nothingFound={{ title: t`No matching segments`, text: t`Try another name.` }}
        />
      </ListScreen>
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
