import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { memo, useMemo, useRef } from "react";
import { useCodeProperties } from "@/features/insights/analytics/api/code-properties";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { ExportButton } from "@/features/insights/analytics/components/export-button";
import { StaleWarning } from "@/shared/components/stale-warning";
import { type CrossTable, gridOf } from "@/features/insights/analytics/cross";
import { type Dimension, DIMENSION_NAMES, headingOf, labelOf } from "@/features/insights/analytics/dimensions";
import type { CrossPair } from "@/features/insights/analytics/filters";
import { type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatList } from "@/shared/format/lists";
import { formatCount } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

const MAX_ROWS = 12;
const MAX_COLUMNS = 6;

interface CrossCardProps {
  question: QueryInput;
  metric: Metric;
  pair: CrossPair;
  onPair: (pair: CrossPair) => void;
  onFilter: (dimension: Dimension, value: string) => void;
}

/** A metric by two dimensions at once. */
export const CrossCard = memo(function CrossCard({ question, metric, pair, onPair, onFilter }: CrossCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const { interval, from, to, filters, include_bots, dimensions_as_of } = question;
  const request = { interval, from, to, filters, include_bots, dimensions_as_of, group_by: [...pair] };
  const table = useQuery({
    queryKey: ["analytics", "cross", request],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-cross-table", { body: request, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    enabled: near,
  });
  const data = table.data?.group_by.join() === pair.join() ? table.data : undefined;
  const label = metricLabel(metric);
  return (
    <Card component="section" ref={card} aria-label={t`Cross table`} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack
        direction={{ xs: "column", md: "row" }}
        spacing={2}
        sx={{ mb: 2, justifyContent: "space-between", alignItems: { md: "flex-start" } }}
      >
        <Box>
          <Typography variant="h5" component="h2">
            <Trans>Cross table</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {metric === "people" ? t`${label} for each pair, counted exactly` : t`${label} for each pair`}
          </Typography>
        </Box>
        <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: "wrap", alignItems: "center" }}>
          <Choice label={t`Rows`} value={pair[0]} not={pair[1]} onChange={(one) => onPair([one, pair[1]])} />
          <Choice label={t`Columns`} value={pair[1]} not={pair[0]} onChange={(one) => onPair([pair[0], one])} />
          <ExportButton table="cross" question={question} pair={pair} label={t`Export CSV of the cross table`} />
        </Stack>
      </Stack>
      <StaleWarning reading={{ isError: table.isError, error: table.error, data }} />
      {isUnreadable(table) || (table.isError && data === undefined) ? (
        <ErrorState compact error={table.error} onRetry={() => void table.refetch()} />
      ) : data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={240} />
        ) : (
          <Box sx={{ height: 240 }} />
        )
      ) : (
        <Grid table={data} metric={metric} pair={pair} onFilter={onFilter} />
      )}
    </Card>
  );
});

interface ChoiceProps {
  label: string;
  value: Dimension;
  /** The other dimension, because a table of a dimension with itself is useless. */
  not: Dimension;
  onChange: (dimension: Dimension) => void;
}

function Choice({ label, value, not, onChange }: ChoiceProps) {
  const all = [...new Set<Dimension>([...DIMENSION_NAMES, ...useCodeProperties(), value])];
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(all.find((one) => one === event.target.value) ?? value)}
      sx={{ width: 150 }}
    >
      {all
        .filter((one) => one !== not)
        .map((one) => (
          <MenuItem key={one} value={one}>
            {headingOf(one)}
          </MenuItem>
        ))}
    </TextField>
  );
}

function Grid({
  table,
  metric,
  pair,
  onFilter,
}: { table: CrossTable } & Pick<CrossCardProps, "metric" | "pair" | "onFilter">) {
  const grid = useMemo(() => gridOf(table, metric, MAX_ROWS, MAX_COLUMNS), [table, metric]);
  const [ofRows, ofColumns] = pair;
  const nameOf = (dimension: Dimension, key: string) => table.labels[dimension]?.[key] ?? labelOf(dimension, key);
  if (grid.rows.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
        <Trans>No {metricLabel(metric).toLowerCase()} in this range</Trans>
      </Typography>
    );
  }
  // Subsets of people overlap, so they are never added up.
  const hasRest = grid.hiddenColumns > 0 && metric !== "people" && metric !== "returning";
  return (
    <>
      <Box sx={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label={t`Cross table, scrolls sideways`}>
        <Box
          component="table"
          sx={{
            width: "100%",
            borderCollapse: "separate",
            borderSpacing: "2px",
            "& th, & td": {
              typography: "body2",
              px: 1,
              py: 0.75,
              whiteSpace: "nowrap",
              fontVariantNumeric: "tabular-nums",
            },
            "& thead th": {
              typography: "caption",
              color: "text.secondary",
              textAlign: "right",
              maxWidth: 130,
              overflow: "hidden",
              textOverflow: "ellipsis",
            },
            "& td": { textAlign: "right", borderRadius: 0.5 },
            "& tbody th": {
              textAlign: "left",
              fontWeight: 400,
              maxWidth: 220,
              overflow: "hidden",
              textOverflow: "ellipsis",
            },
            "& button": {
              all: "unset",
              cursor: "pointer",
              [TOUCH]: { minHeight: FINGER, minWidth: FINGER, display: "inline-flex", alignItems: "center" },
            },
            "& button:hover": { textDecoration: "underline" },
            "& button:focus-visible": { outline: "2px solid var(--mui-palette-primary-main)", borderRadius: "2px" },
          }}
        >
          <thead>
            <tr>
              <Box component="th" scope="col" sx={{ textAlign: "left !important" }}>
                {headingOf(ofRows)}
              </Box>
              {grid.columns.map((key) => (
                <th key={key} scope="col" title={nameOf(ofColumns, key)}>
                  <button type="button" onClick={() => onFilter(ofColumns, key)}>
                    {nameOf(ofColumns, key)}
                  </button>
                </th>
              ))}
              {hasRest ? (
                <th scope="col">
                  <Trans>Others</Trans>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" title={nameOf(ofRows, row.key)}>
                  <button type="button" onClick={() => onFilter(ofRows, row.key)}>
                    {nameOf(ofRows, row.key)}
                  </button>
                </th>
                {row.values.map((value, place) => (
                  <Box
                    component="td"
                    key={grid.columns[place]}
                    sx={({ vars }) => ({
                      bgcolor:
                        value === 0
                          ? "transparent"
                          : `color-mix(in srgb, ${vars?.palette.primary.main ?? "currentColor"} ${Math.round(4 + (36 * value) / grid.most)}%, ${vars?.palette.background.paper ?? "transparent"})`,
                    })}
                  >
                    {value === 0 ? "–" : formatCount(value)}
                  </Box>
                ))}
                {hasRest ? <td>{row.rest === 0 ? "–" : formatCount(row.rest)}</td> : null}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {grid.hiddenRows + grid.hiddenColumns > 0 ? (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {hiddenText(grid)}
        </Typography>
      ) : null}
    </>
  );
}

/** Describes which parts of a table are only in its file. */
function hiddenText({ hiddenRows, hiddenColumns }: { hiddenRows: number; hiddenColumns: number }): string {
  const rows = plural(hiddenRows, { one: "# more row", other: "# more rows" });
  const columns = plural(hiddenColumns, { one: "# more column", other: "# more columns" });
  return t`In the CSV file: ${formatList([...(hiddenRows > 0 ? [rows] : []), ...(hiddenColumns > 0 ? [columns] : [])])}`;
}
