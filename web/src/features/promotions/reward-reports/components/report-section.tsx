import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableFooter from "@mui/material/TableFooter";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router";
import {
  type Interval,
  type RewardReportRow,
  rewardReportQuery,
  useSaveReport,
} from "@/features/promotions/reward-reports/api/reports";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

/** A column of a section's table. */
export interface SectionColumn {
  name: string;
  title: string;
  isNumber?: boolean;
  cell: (row: RewardReportRow) => ReactNode;
  /** The total below the column. Absent if a sum is meaningless. */
  total?: ((rows: readonly RewardReportRow[]) => string) | undefined;
}

interface ReportSectionProps {
  report: string;
  title: string;
  hint: string;
  interval: Interval;
  columns: readonly SectionColumn[];
  /** The text shown if there are no rows. */
  empty: string;
  /** The number of visible rows: all months, but only the first customers. */
  limit?: number;
  /** Returns the length of the bar in the first cell of a row. */
  bar?: (row: RewardReportRow) => number;
}

/** A warehouse report as a table with totals, and as a file. */
export function ReportSection(props: ReportSectionProps) {
  const { report, title, hint, interval, limit } = props;
  const page = useQuery(rewardReportQuery(report, interval, limit));
  const saving = useSaveReport();
  const toasts = useToasts();
  const save = () => handleResult(saving.mutateAsync({ report, interval }), { onError: toasts.error });
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start", justifyContent: "space-between" }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h6" component="h2">
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {hint}
          </Typography>
        </Box>
        <Tooltip title={t`Export CSV`}>
          <span>
            <IconButton aria-label={t`Export CSV of ${title}`} disabled={saving.isPending} onClick={save}>
              <DownloadIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      </Stack>
      <StaleWarning reading={page} />
      {isUnreadable(page) ? (
        <ErrorState compact error={page.error} onRetry={() => void page.refetch()} />
      ) : page.isPending ? (
        <Skeleton variant="rounded" height={140} sx={{ mt: 2 }} aria-label={t`Loading`} />
      ) : page.data.rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 3, textAlign: "center" }}>
          {props.empty}
        </Typography>
      ) : (
        <SectionTable {...props} rows={page.data.rows} />
      )}
      <Link
        component={RouterLink}
        to={`${paths.reports}?report=${report}&interval=${interval}`}
        variant="body2"
        sx={{ display: "inline-block", mt: 1.5 }}
      >
        {page.data !== undefined && page.data.total > page.data.rows.length ? (
          <Trans>All {formatCount(page.data.total)} rows as a report</Trans>
        ) : (
          <Trans>Open as a report</Trans>
        )}
      </Link>
    </Card>
  );
}

function SectionTable({ columns, rows, bar, title }: ReportSectionProps & { rows: readonly RewardReportRow[] }) {
  const longest = bar === undefined ? 0 : Math.max(...rows.map(bar), 0);
  const hasTotals = rows.length > 1 && columns.some(({ total }) => total !== undefined);
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={t`${title}, table`}
      sx={{ overflowX: "auto", mt: 1.5, "& td, & th": { whiteSpace: "nowrap", px: 1 } }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.name} align={column.isNumber ? "right" : "left"}>
                {column.title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={index}>
              {columns.map((column, place) => (
                <TableCell
                  key={column.name}
                  align={column.isNumber ? "right" : "left"}
                  sx={{ fontVariantNumeric: "tabular-nums" }}
                >
                  {column.cell(row)}
                  {place === 0 && bar !== undefined && longest > 0 ? (
                    <Box aria-hidden sx={{ height: 4, mt: 0.5, borderRadius: 1, bgcolor: "action.hover" }}>
                      <Box
                        sx={{
                          height: 1,
                          borderRadius: 1,
                          bgcolor: "primary.main",
                          width: `${(Math.max(bar(row), 0) / longest) * 100}%`,
                        }}
                      />
                    </Box>
                  ) : null}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        {hasTotals ? (
          <TableFooter>
            <TableRow sx={{ "& td": { color: "text.primary", fontSize: "0.875rem", fontWeight: 600 } }}>
              {columns.map((column, place) => (
                <TableCell key={column.name} align={column.isNumber ? "right" : "left"}>
                  {column.total === undefined ? (place === 0 ? t`Total` : null) : column.total(rows)}
                </TableCell>
              ))}
            </TableRow>
          </TableFooter>
        ) : null}
      </Table>
    </Box>
  );
}
