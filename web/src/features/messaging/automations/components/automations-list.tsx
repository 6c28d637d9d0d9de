import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AutoModeIcon from "@mui/icons-material/AutoModeOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
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
import { DataTable, type TableColumn } from "@/shared/components/data-table";
import { PageHeader } from "@/shared/components/page-header";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZES = [10, 25, 50, 100];

/** Automations, newest first, with what they did in the last 30 days. */
export function AutomationsList() {
  const [search, change] = useSearchChange();
  const organization = useOrganizationData().data;
  const mayEdit = organization !== undefined && reaches(organization.role, "editor");
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const filter = search.get("filter") ?? "";
  const isArchived = search.get("view") === "archive";
  const page = Math.max(1, Number(search.get("at")) || 1);
  const sizeParam = Number(search.get("rows"));
  const pageSize = PAGE_SIZES.includes(sizeParam) ? sizeParam : 25;
  const list = useQuery(automationsQuery({ filter, isArchived, page, pageSize }));
  const create = (
    <Button variant="contained" component={RouterLink} to={paths.newAutomation}>
      <Trans>New automation</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t`Automations`}
        subtitle={t`Messages that follow what people do, or their days. Numbers are of the last 30 days.`}
        actions={mayEdit ? create : null}
      />
      <Tabs
        value={isArchived ? "archive" : "automations"}
        onChange={(_, next: string) => change({ view: next === "archive" ? next : null, at: null })}
        aria-label={t`Automations shown`}
        sx={{ mb: 2 }}
      >
        <Tab value="automations" label={t`Automations`} />
        <Tab value="archive" label={t`Archive`} />
      </Tabs>
      <Narrowing list={list} isNarrowed={filter !== ""}>
        <Box sx={{ mb: 2, maxWidth: 360 }}>
          <SearchBox
            placeholder={t`Name`}
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
            label={t`Automations`}
            rows={list.data?.items ?? []}
            columns={columnsFor(isPhone)}
            rowId={(row) => row.automation_id}
            total={list.data?.total ?? 0}
            page={page}
            pageSize={pageSize}
            loading={list.isPending || list.isPlaceholderData}
            sort={null}
            onSort={() => undefined}
            onPage={(next, size) => change({ at: next === 1 ? null : String(next), rows: String(size) })}
            empty={
              <EmptyState
                icon={<AutoModeIcon />}
                title={filter === "" ? t`Nothing here yet` : t`No matching automations`}
                text={
                  filter === ""
                    ? t`Welcome new people, wish a happy birthday, or win back who stays away.`
                    : t`Try another name.`
                }
                action={mayEdit && filter === "" && !isArchived ? create : undefined}
              />
            }
          />
        )}
      </Card>
    </>
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
