import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AutoModeIcon from "@mui/icons-material/AutoModeOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useTheme } from "@mui/material/styles";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import { automationsQuery, type AutomationSummary } from "@/features/messaging/automations/api/automations";
import { StateChip } from "@/features/messaging/automations/components/state-chip";
import { triggerInWords } from "@/features/messaging/automations/words";
import type { TableColumn } from "@/shared/components/data-table";
import { ListScreen } from "@/shared/components/list-screen";
import { ListTable } from "@/shared/components/list-table";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

/** Automations, newest first, with their numbers of the last 30 days. */
export function AutomationsList() {
  const view = useListView();
  const organization = useOrganizationData().data;
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const isArchived = view.search.get("view") === "archive";
  const { filter, page, pageSize } = view;
  const list = useQuery(automationsQuery({ filter, isArchived, page, pageSize }));
  const create = (
    <Button variant="contained" component={RouterLink} to={paths.newAutomation}>
      <Trans>New automation</Trans>
    </Button>
  );
  return (
    <ListScreen
      title={t`Automations`}
      subtitle={t`Messages sent after something people do, or on dates that matter to them. Numbers cover the last 30 days.`}
      actions={mayEdit ? create : null}
      above={
        <Tabs
          value={isArchived ? "archive" : "automations"}
          onChange={(_, next: string) => view.narrow({ view: next === "archive" ? next : null })}
          aria-label={t`Automations shown`}
          sx={{ mb: 2 }}
        >
          <Tab value="automations" label={t`Automations`} />
          <Tab value="archive" label={t`Archive`} />
        </Tabs>
      }
      list={list}
      view={view}
      search={{ placeholder: t`Name` }}
    >
      <ListTable
        label={t`Automations`}
        list={list}
        view={view}
        columns={columnsFor(isPhone)}
        rowId={(row) => row.automation_id}
        empty={{
          icon: <AutoModeIcon />,
          title: t`Nothing here yet`,
          text: t`Welcome new people, wish them a happy birthday, or win back those who stay away.`,
          action: mayEdit && !isArchived ? create : undefined,
        }}
        nothingFound={{ title: t`No matching automations`, text: t`Try another name.` }}
      />
    </ListScreen>
  );
}

function columnsFor(isPhone: boolean): TableColumn<AutomationSummary>[] {
  const name: TableColumn<AutomationSummary> = {
    field: "name",
    headerName: t`Name`,
    flex: 1.5,
    minWidth: 150,
    sortable: false,
    renderCell: ({ row }) => (
      <Box sx={{ minWidth: 0, lineHeight: 1.3, py: 1 }}>
        <Link
          component={RouterLink}
          to={paths.automation(row.automation_id)}
          underline="hover"
          color="textPrimary"
          sx={{ fontWeight: 500, display: "block", overflow: "hidden", textOverflow: "ellipsis" }}
        >
          {row.name}
        </Link>
        {isPhone ? (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {triggerInWords(row.trigger)}
          </Typography>
        ) : null}
      </Box>
    ),
  };
  const state: TableColumn<AutomationSummary> = {
    field: "state",
    headerName: t`State`,
    width: 110,
    sortable: false,
    renderCell: ({ row }) => <StateChip state={row.state} />,
  };
  if (isPhone) {
    return [name, state];
  }
  const number = (
    field: string,
    headerName: string,
    value: (row: AutomationSummary) => number,
  ): TableColumn<AutomationSummary> => ({
    field,
    headerName,
    width: 105,
    align: "right",
    headerAlign: "right",
    sortable: false,
    valueGetter: (_, row) => formatCount(value(row)),
  });
  return [
    name,
    {
      field: "trigger",
      headerName: t`Who enters`,
      flex: 1.2,
      minWidth: 160,
      sortable: false,
      valueGetter: (_, row) => triggerInWords(row.trigger),
    },
    number("entered", t`Entered`, (row) => row.month.entered),
    number("sent", t`Sent`, (row) => row.month.sent),
    number("converted", t`Converted`, (row) => row.month.converted),
    state,
  ];
}
