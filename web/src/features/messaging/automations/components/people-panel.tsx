import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { Link as RouterLink } from "react-router";
import {
  automationPeopleQuery,
  type AutomationPerson,
  type Step,
} from "@/features/messaging/automations/api/automations";
import { everyStep } from "@/features/messaging/automations/steps";
import { CHANNELS, endName, STEP_KINDS, waitInWords } from "@/features/messaging/automations/words";
import { DataTable, type TableColumn } from "@/shared/components/data-table";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { useSearchChange } from "@/shared/url/use-search-change";

const PAGE_SIZE = 25;

interface PeopleProps {
  automationId: string;
  steps: readonly Step[];
  zone: string;
}

/** The people who are or were enrolled: where they wait, or why they left. */
export function PeoplePanel({ automationId, steps, zone }: PeopleProps) {
  const [search, change] = useSearchChange();
  const page = Math.max(1, Number(search.get("at")) || 1);
  const people = useQuery(automationPeopleQuery(automationId, page, PAGE_SIZE));
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const titles = new Map(everyStep(steps).map((step) => [step.id, titleOf(step)]));
  if (people.isError) {
    return <ErrorState error={people.error} onRetry={() => void people.refetch()} />;
  }
  return (
    <Card>
      <DataTable
        label={t`People in this automation`}
        rows={people.data?.items ?? []}
        columns={columnsFor(titles, zone, isPhone)}
        rowId={(row) => `${row.customer_id}-${row.entered_at}`}
        total={people.data?.total ?? 0}
        page={page}
        pageSize={PAGE_SIZE}
        loading={people.isPending || people.isPlaceholderData}
        sort={null}
        onSort={() => undefined}
        onPage={(next) => change({ at: next === 1 ? null : String(next) })}
        empty={
          <Typography color="textSecondary" sx={{ p: 4, textAlign: "center" }}>
            <Trans>Nobody has entered yet.</Trans>
          </Typography>
        }
      />
    </Card>
  );
}

function titleOf(step: Step): string {
  if (step.kind === "wait") {
    return waitInWords(step);
  }
  return step.kind === "message" ? t(CHANNELS[step.channel]) : t(STEP_KINDS[step.kind]);
}

function columnsFor(
  titles: ReadonlyMap<string, string>,
  zone: string,
  isPhone: boolean,
): TableColumn<AutomationPerson>[] {
  const person: TableColumn<AutomationPerson> = {
    field: "person",
    headerName: t`Person`,
    flex: 1,
    minWidth: 130,
    sortable: false,
    renderCell: ({ row }) => (
      <Link
        component={RouterLink}
        to={paths.customer(row.customer_id)}
        underline="hover"
        color="textPrimary"
        sx={{ fontWeight: 500, overflow: "hidden", textOverflow: "ellipsis" }}
      >
        {[row.first_name, row.last_name].filter(Boolean).join(" ") || row.number}
      </Link>
    ),
  };
  const where: TableColumn<AutomationPerson> = {
    field: "where",
    headerName: t`Where`,
    flex: 1.2,
    minWidth: 150,
    sortable: false,
    valueGetter: (_, row) => {
      if (row.reason !== null) {
        return endName(row.reason);
      }
      const step = titles.get(row.step_id ?? "") ?? t`the end`;
      return row.due_at === null ? step : t`${formatDateTime(row.due_at, zone)}: ${step}`;
    },
  };
  if (isPhone) {
    return [person, where];
  }
  return [
    person,
    {
      field: "entered_at",
      headerName: t`Entered`,
      width: 180,
      sortable: false,
      valueGetter: (_, row) => formatDateTime(row.entered_at, zone),
    },
    where,
    {
      field: "converted_at",
      headerName: t`Converted`,
      width: 180,
      sortable: false,
      valueGetter: (_, row) => (row.converted_at === null ? "" : formatDateTime(row.converted_at, zone)),
    },
  ];
}
