import { t } from "@lingui/core/macro";
import TableRowsOutlinedIcon from "@mui/icons-material/TableRowsOutlined";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TablePagination from "@mui/material/TablePagination";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { ReportRowFilter } from "@/features/insights/analytics/api/get-events";
import {
  REPORT_PAGE_SIZE,
  type ReportInfo,
  reportQuery,
  type ReportRow,
  type ReportView,
  spanOf,
} from "@/features/insights/analytics/api/reports";
import type { LeaderboardKind } from "@/features/insights/analytics/api/seasons";
import { ExportButton } from "@/features/insights/analytics/components/export-button";
import { FormStepsChart } from "@/features/insights/analytics/components/form-steps-chart";
import { StaleWarning } from "@/shared/components/stale-warning";
import { SeasonsBar } from "@/features/insights/analytics/components/seasons-bar";
import { ReportTable } from "@/features/insights/analytics/components/report-table";
import { VisitorField } from "@/features/insights/analytics/components/visitor-field";
import { COMPARED_WITH } from "@/features/insights/analytics/comparisons";
import { type DimensionsAsOf, COMPARISONS } from "@/features/insights/analytics/filters";
import { isProperty } from "@/features/insights/analytics/dimensions";
import { splitName } from "@/features/insights/analytics/report-cells";
import { isVisitorName } from "@/features/insights/analytics/visitors";
import { isUnreadable } from "@/shared/api/unreadable";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";

const EventsDialog = lazy(() => import("@/features/insights/analytics/components/events-dialog"));

/** Returns the key of a row as texts. If rows are not split, it has only the other parts of the key. */
function keyOf(row: ReportRow, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, String(row[name] ?? "")]));
}

/** Columns that name a visitor. */
const OF_VISITORS = ["visitor", "player"];

interface ReportCardProps {
  report: ReportInfo;
  view: ReportView;
  zone: string;
  onChange: (change: Partial<ReportView>) => void;
}

interface PointInTimeSwitchProps {
  /** Why the switch has no effect, or null if it has. */
  note: string | null;
  asOf: DimensionsAsOf;
  onChange: (asOf: DimensionsAsOf) => void;
}

/** Selects whether codes have their current groups and names, or those at the time of the event. */
function PointInTimeSwitch({ note, asOf, onChange }: PointInTimeSwitchProps) {
  return (
    <Box sx={{ px: { xs: 2, md: 3 }, pb: 1 }}>
      {note === null ? (
        <FormControlLabel
          sx={{ ml: 0, columnGap: 1 }}
          control={
            <Switch
              size="small"
              checked={asOf === "at_event_time"}
              onChange={(_, on) => onChange(on ? "at_event_time" : "current")}
            />
          }
          label={t`Folders, placements and names at event time`}
          slotProps={{ typography: { variant: "body2", color: "textSecondary" } }}
        />
      ) : (
        <Typography variant="body2" color="textSecondary">
          {note}
        </Typography>
      )}
    </Box>
  );
}

/** One report: its description, its split, its rows and its file. */
export function ReportCard({ report, view, zone, onChange }: ReportCardProps) {
  const page = useQuery(reportQuery(view, zone));
  const [opened, setOpened] = useState<ReportRowFilter | null>(null);
  // Another report has other columns, so its rows can't serve as a placeholder.
  const answer = page.data?.report === report.name ? page.data : undefined;
  const split = view.split ?? report.group_by[0];
  const span =
    view.season === null || answer === undefined ? spanOf(view.range, zone) : { from: answer.from, to: answer.to };
  const question = {
    ...span,
    include_bots: view.includeBots,
    dimensions_as_of: view.asOf,
    ...(view.compare === "none" ? {} : { compare: view.compare }),
  };
  return (
    <Card component="section" aria-labelledby="report-title" sx={{ minWidth: 0 }}>
      <Stack spacing={2.5} sx={{ p: { xs: 2, md: 3 } }}>
        <Box sx={{ maxWidth: "75ch" }}>
          <Typography id="report-title" variant="h5" component="h2">
            {report.title}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {report.description}
          </Typography>
        </Box>
        <Stack
          direction="row"
          spacing={1.5}
          useFlexGap
          sx={{ flexWrap: "wrap", alignItems: "center", "& .MuiButton-root": { flexShrink: 0, whiteSpace: "nowrap" } }}
        >
          {report.group_by.length > 0 ? (
            <TextField
              select
              size="small"
              label={t`Break down by`}
              value={split}
              onChange={(event) => onChange({ split: event.target.value, sort: null })}
              sx={{ width: { xs: 1, sm: 160 } }}
            >
              {report.group_by.map((name) => (
                <MenuItem key={name} value={name}>
                  {splitName(name)}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          {report.compares ? (
            <TextField
              select
              size="small"
              label={t`Compared with`}
              value={view.compare}
              onChange={(event) =>
                onChange({ compare: COMPARISONS.find((one) => one === event.target.value) ?? "none", sort: null })
              }
              sx={{ width: { xs: 1, sm: 190 } }}
            >
              {COMPARISONS.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(COMPARED_WITH[one])}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          {report.columns.some(({ name }) => OF_VISITORS.includes(name)) ? (
            <Box sx={{ width: { xs: 1, sm: 250 } }}>
              <VisitorField value={view.visitor} onChange={(visitor) => onChange({ visitor })} />
            </Box>
          ) : null}
          <ExportButton
            visitor={isVisitorName(view.visitor) ? view.visitor : null}
            table={`report:${report.name}`}
            question={question}
            split={split}
            label={t`Export CSV of ${report.title}`}
          />
        </Stack>
      </Stack>
      {report.name === "leaderboard" && split !== undefined && !isProperty(split) ? (
        <SeasonsBar
          leaderboard={split as LeaderboardKind}
          season={view.season}
          zone={zone}
          onChange={(season) => onChange({ season })}
        />
      ) : null}
      <PointInTimeSwitch
        note={answer?.dimensions_note ?? null}
        asOf={view.asOf}
        onChange={(asOf) => onChange({ asOf })}
      />
      <Box sx={{ height: 4 }}>
        {page.isFetching && answer !== undefined ? <LinearProgress aria-label={t`Loading`} /> : null}
      </Box>
      {page.isError && answer !== undefined && !isUnreadable(page) ? (
        <Box sx={{ px: { xs: 2, md: 3 } }}>
          <StaleWarning reading={page} />
        </Box>
      ) : null}
      {isUnreadable(page) || (page.isError && answer === undefined) ? (
        <ErrorState title={t`The report couldn’t be loaded`} error={page.error} onRetry={() => void page.refetch()} />
      ) : answer === undefined ? (
        <Box sx={{ p: { xs: 2, md: 3 }, pt: 0 }} aria-label={t`Loading`}>
          <Skeleton variant="rounded" height={360} />
        </Box>
      ) : answer.total === 0 ? (
        <EmptyState
          icon={<TableRowsOutlinedIcon />}
          title={
            isVisitorName(view.visitor)
              ? t`No data for this visitor in this range`
              : view.season === null
                ? t`No data in this range`
                : t`No scores in this season yet`
          }
          text={
            view.season === null
              ? t`Choose a longer range or another breakdown.`
              : t`Scores appear with the first scans.`
          }
        />
      ) : (
        <>
          {report.name === "form_fields" ? <FormStepsChart rows={answer.rows} /> : null}
          <ReportTable
            page={answer}
            onSort={(sort) => onChange({ sort })}
            onRows={
              report.rows
                ? (row) =>
                    setOpened({
                      report: report.name,
                      split: answer.group_by || null,
                      row: keyOf(row, report.rows ?? []),
                    })
                : undefined
            }
          />
          {opened === null ? null : (
            <Suspense fallback={null}>
              <EventsDialog question={question} metric={null} of={opened} onClose={() => setOpened(null)} />
            </Suspense>
          )}
          <Stack
            direction={{ xs: "column", sm: "row" }}
            sx={{ px: { xs: 2, md: 3 }, alignItems: { sm: "center" }, justifyContent: "space-between" }}
          >
            <Typography variant="caption" color="textSecondary" sx={{ pt: { xs: 1.5, sm: 0 } }}>
              {answer.as_of ? t`Complete up to ${formatDateTime(answer.as_of, zone)}` : null}
            </Typography>
            <TablePagination
              component="div"
              count={answer.total}
              page={Math.min(view.page, Math.ceil(answer.total / REPORT_PAGE_SIZE) - 1)}
              rowsPerPage={REPORT_PAGE_SIZE}
              rowsPerPageOptions={[REPORT_PAGE_SIZE]}
              onPageChange={(_, next) => onChange({ page: next })}
            />
          </Stack>
        </>
      )}
    </Card>
  );
}
