import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ViewColumnIcon from "@mui/icons-material/ViewColumn";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { eventsQuery, type ReportRowFilter } from "@/features/insights/analytics/api/get-events";
import { COLUMNS, type ColumnName, useColumns } from "@/features/insights/analytics/components/event-columns";
import { EventTable } from "@/features/insights/analytics/components/event-table";
import { ExportButton } from "@/features/insights/analytics/components/export-button";
import { VisitorField } from "@/features/insights/analytics/components/visitor-field";
import type { RowsMetric } from "@/features/insights/analytics/metrics";
import { isVisitorName } from "@/features/insights/analytics/visitors";
import { CheckItem } from "@/shared/components/check-item";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";

interface EventsListProps {
  question: QueryInput;
  /** The metric behind which these events are, or null for all events. */
  metric: RowsMetric | null;
  /** The row of a report behind which these events are. */
  of?: ReportRowFilter | null;
}

/** What a row stands for if the metric counts people. */
const OF_PEOPLE: Partial<Record<RowsMetric, MessageDescriptor>> = {
  people: msg`All scans by these people are listed.`,
  new: msg`The first scan of each new person is listed.`,
  returning: msg`All scans by returning people are listed.`,
};

function countText(rows: number, total: number | null): string {
  const shown = formatCount(rows);
  return total === null
    ? plural(rows, { one: "# row, newest first", other: "# rows, newest first" })
    : plural(total, {
        one: `${shown} of # row, newest first`,
        other: `${shown} of # rows, newest first`,
      });
}

/** All events behind a number, newest first, with the filters above and the export below. */
export default function EventsList({ question, metric, of = null }: EventsListProps) {
  const [columns, toggle] = useColumns();
  const [typed, setTyped] = useState("");
  const visitor = isVisitorName(typed) ? typed.trim().toLowerCase() : null;
  const events = useInfiniteQuery(eventsQuery(question, metric, of, visitor));
  const rows = events.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = events.data?.pages ?? [];
  const total = first?.total ?? null;
  const ofPeople = metric === null ? undefined : OF_PEOPLE[metric];
  return (
    <>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ px: 3, pt: 1, pb: 1, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography variant="body2" color="textSecondary" role="status">
          {first === undefined
            ? t`Loading…`
            : ofPeople === undefined
              ? countText(rows.length, total)
              : t`${countText(rows.length, total)}. ${t(ofPeople)}`}
        </Typography>
        <Box sx={{ ml: "auto !important", width: { xs: 1, sm: 250 } }}>
          <VisitorField value={typed} onChange={setTyped} />
        </Box>
        <ColumnsMenu columns={columns} onToggle={toggle} />
      </Stack>
      <Box sx={SCROLLED}>
        {events.isPending ? (
          <Stack spacing={1} sx={{ p: 3 }}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} variant="rounded" height={34} />
            ))}
          </Stack>
        ) : null}
        {events.isError && rows.length === 0 ? (
          <ErrorState error={events.error} onRetry={() => void events.refetch()} />
        ) : null}
        {first !== undefined && rows.length === 0 ? (
          <EmptyState
            compact
            icon={<ViewColumnIcon />}
            title={visitor === null ? t`No events in this range` : t`No events by this visitor in this range`}
            text={t`Try a longer range or fewer filters.`}
          />
        ) : null}
        {events.isRefetchError && rows.length > 0 ? (
          <Alert severity="warning">
            <Trans>Events couldn’t be refreshed. Showing the latest data.</Trans>
          </Alert>
        ) : null}
        {rows.length > 0 && first !== undefined ? (
          <EventTable rows={rows} columns={columns} zone={first.timezone} onVisitor={setTyped} />
        ) : null}
        {events.isFetchNextPageError ? (
          <Alert severity="warning">
            <Trans>More rows couldn’t be loaded.</Trans>
          </Alert>
        ) : null}
        {events.hasNextPage ? (
          <Stack sx={{ p: 2, alignItems: "center" }}>
            <Button variant="outlined" disabled={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
              {events.isFetchingNextPage ? t`Loading…` : t`Show more`}
            </Button>
          </Stack>
        ) : null}
      </Box>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ px: 3, py: 1.5, flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography variant="caption" color="textSecondary">
          <Trans>Visitor names are pseudonyms. They are the same in every table and file.</Trans>
        </Typography>
        {of === null ? (
          <ExportButton
            table="events"
            question={question}
            visitor={visitor}
            label={t`Export CSV of all events`}
            words={t`Export CSV`}
          />
        ) : null}
      </Stack>
    </>
  );
}

/** The rows scroll inside a dialog, and elsewhere with the page. */
const SCROLLED = {
  flex: "1 1 auto",
  overflow: "auto",
  minHeight: 320,
  borderTop: 1,
  borderBottom: 1,
  borderColor: "divider",
} as const;

function ColumnsMenu({
  columns,
  onToggle,
}: {
  columns: ReadonlySet<ColumnName>;
  onToggle: (name: ColumnName) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumnIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(click) => setAnchor(click.currentTarget)}
      >
        <Trans>Columns</Trans>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 420 } } }}
      >
        {COLUMNS.map(({ name, heading }) => (
          <CheckItem key={name} checked={columns.has(name)} label={t(heading)} onClick={() => onToggle(name)} />
        ))}
      </Menu>
    </>
  );
}
