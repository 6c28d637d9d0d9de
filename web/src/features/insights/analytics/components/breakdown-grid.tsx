import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import BlockIcon from "@mui/icons-material/Block";
import CloseIcon from "@mui/icons-material/Close";
import FilterAltOutlinedIcon from "@mui/icons-material/FilterAltOutlined";
import TocIcon from "@mui/icons-material/Toc";
import Alert from "@mui/material/Alert";
import Dialog from "@mui/material/Dialog";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { StaleWarning } from "@/shared/components/stale-warning";
import { type Dimension, headingOf, labelOf } from "@/features/insights/analytics/dimensions";
import { type BreakdownRow, type Metric, METRICS } from "@/features/insights/analytics/metrics";
import { isUnreadable } from "@/shared/api/unreadable";
import { type TableColumn, WholeTable } from "@/shared/components/data-table";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const MAX_ROWS = 10_000;

interface BreakdownGridProps {
  dimension: Dimension;
  metric: Metric;
  question: QueryInput;
  onFilter: (value: string) => void;
  /** Opens the events behind one value's number. */
  onRows: (value: string) => void;
  onClose: () => void;
}

type NamedRow = BreakdownRow & { name: string };

/** All values of a dimension with every metric, with search, sorting and filters. */
export default function BreakdownGrid({ dimension, metric, question, onFilter, onRows, onClose }: BreakdownGridProps) {
  const titleId = useId();
  const small = useMediaQuery("(max-width: 700px)");
  const coarse = useMediaQuery(TOUCH);
  const [search, setSearch] = useState("");
  const searchText = useDeferredValue(search.trim().toLowerCase());
  const answer = useQuery({
    ...analyticsQuery({ ...question, group_by: [dimension], granularity: undefined, limit: MAX_ROWS }),
    placeholderData: undefined,
    staleTime: 60_000,
  });
  const all = answer.data?.breakdowns[dimension];
  const rows = useMemo(
    () => (all ?? []).map((row): NamedRow => ({ ...row, name: row.label ?? labelOf(dimension, row.key) })),
    [all, dimension],
  );
  const matches = useMemo(
    () => (searchText === "" ? rows : rows.filter(({ name }) => name.toLowerCase().includes(searchText))),
    [rows, searchText],
  );
  const heading = headingOf(dimension);
  const metrics = small ? METRICS.filter(({ key }) => key === metric) : METRICS;
  const columns: TableColumn<NamedRow>[] = [
    { field: "name", headerName: heading, flex: 1, minWidth: small ? 112 : 130 },
    ...metrics.map(({ key, label }): TableColumn<NamedRow> => ({
      field: key,
      headerName: t(label),
      type: "number",
      width: small ? 108 : 96,
      valueFormatter: (value: number) => formatCount(value),
    })),
    {
      field: "actions",
      headerName: t`Actions`,
      sortable: false,
      // Three buttons and the space around them.
      width: coarse ? 3 * FINGER + 20 : 116,
      renderCell: ({ row }) => (
        <>
          <IconButton size="small" aria-label={t`Filter by ${row.name}`} onClick={() => onFilter(row.key)}>
            <FilterAltOutlinedIcon fontSize="inherit" />
          </IconButton>
          <IconButton size="small" aria-label={t`Exclude ${row.name}`} onClick={() => onFilter(`-${row.key}`)}>
            <BlockIcon fontSize="inherit" />
          </IconButton>
          <IconButton size="small" aria-label={t`Events for ${row.name}`} onClick={() => onRows(row.key)}>
            <TocIcon fontSize="inherit" />
          </IconButton>
        </>
      ),
    },
  ];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullScreen={small} fullWidth maxWidth="lg">
      <DialogTitle id={titleId} sx={{ typography: "h5", pr: 7 }}>
        <Trans>By {heading.toLowerCase()}</Trans>
      </DialogTitle>
      <IconButton aria-label={t`Close`} onClick={onClose} sx={{ position: "absolute", top: 12, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent
        sx={{ display: "flex", flexDirection: "column", gap: 1.5, height: "72vh", px: small ? 1 : undefined }}
      >
        <TextField
          type="search"
          label={t`Search`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          sx={{ mt: 1, maxWidth: 340, flexShrink: 0 }}
        />
        {rows.length >= MAX_ROWS ? (
          <Alert severity="info">
            <Trans>The {formatCount(MAX_ROWS)} values with the most scans. The CSV file has all of them.</Trans>
          </Alert>
        ) : null}
        {answer.isPending ? <Skeleton variant="rounded" sx={{ flex: 1 }} /> : null}
        {isUnreadable(answer) ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : null}
        <StaleWarning reading={answer} />
        {answer.data === undefined || isUnreadable(answer) ? null : matches.length === 0 ? (
          <EmptyState
            compact
            icon={<TocIcon />}
            title={searchText === "" ? t`No data in this range` : t`No results for “${search.trim()}”`}
          />
        ) : (
          <>
            <Typography variant="caption" color="textSecondary" role="status">
              {matches.length === rows.length
                ? plural(rows.length, { one: "# value", other: "# values" })
                : t`${formatCount(matches.length)} of ${formatCount(rows.length)} values`}
            </Typography>
            <WholeTable
              label={t`All values of ${heading.toLowerCase()}`}
              rows={matches}
              columns={columns}
              rowId={(row) => row.key || "(unknown)"}
              sort={{ field: metric, direction: "desc" }}
              wraps={small}
            />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}
