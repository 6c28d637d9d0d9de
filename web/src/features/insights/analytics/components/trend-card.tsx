import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Card from "@mui/material/Card";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useContext, useMemo, useState } from "react";
import { AnalyticsSourceContext } from "@/features/insights/analytics/api/analytics-source";
import { analyticsQuery, type QueryInput, comparisonQuery } from "@/features/insights/analytics/api/get-analytics";
import { type Answer, type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { trendOf } from "@/features/insights/analytics/trend";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { PlainIcon } from "@/shared/components/plain-icon";
import { TrendChart } from "@/shared/components/charts/trend-chart";
import { valueOf, type TrendMark, type TrendPoint } from "@/shared/components/charts/trend-point";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

type Form = "chart" | "table";

/** The chart leaves space on the first screen for the breakdowns. */
const HEIGHT = 190;

interface TrendCardProps {
  answer: Answer;
  question: QueryInput;
  metric: Metric;
  answeredAt: number;
  /** Annotations, each at its time. */
  marks?: readonly TrendMark[];
  /** Whether the comparison period is also shown. */
  compare?: boolean;
  /** What a click on a point of the chart does, and its label. */
  onPoint?: { choose: (key: string) => void; words: string } | undefined;
  /** Shown next to the heading. */
  controls?: ReactNode;
  /** Shown below the chart. */
  children?: ReactNode;
}

/** A metric over time next to the comparison period, as a chart or as a table. */
export function TrendCard({
  answer,
  question,
  metric,
  answeredAt,
  marks,
  compare = true,
  onPoint,
  controls,
  children,
}: TrendCardProps) {
  const [form, setForm] = useState<Form>("chart");
  const before = useQuery({
    ...analyticsQuery(comparisonQuery(question, answer), useContext(AnalyticsSourceContext)),
    staleTime: 60_000,
    enabled: compare && (answer.previous_from ?? "") < (answer.previous_to ?? ""),
  });
  const earlier = compare && before.data && isOf(before.data, answer) ? before.data.series : undefined;
  const points = useMemo(
    () => trendOf(answer, earlier ?? [], metric, answeredAt),
    [answer, earlier, metric, answeredAt],
  );
  const label = metricLabel(metric);
  const zone = answer.timezone;
  return (
    <Card component="section" aria-label={t`${label} over time`} sx={CARD}>
      <div className="trend-head">
        <div>
          <h2>
            <Trans>{label} over time</Trans>
          </h2>
          <div className="legends">
            <span className="legend">{spanOf(answer.from, answer.to, zone)}</span>
            {compare && answer.previous_from && answer.previous_to ? (
              <span className="legend dashed">
                <Trans>Previous: {spanOf(answer.previous_from, answer.previous_to, zone)}</Trans>
              </span>
            ) : null}
          </div>
        </div>
        <div className="trend-tools">
          {controls}
          <FormChoice form={form} onForm={setForm} />
        </div>
      </div>
      {form === "chart" ? (
        <TrendChart points={points} metric={label} marks={marks} onPoint={onPoint} height={HEIGHT} />
      ) : (
        <TrendTable points={points} label={label} />
      )}
      {children}
    </Card>
  );
}

/** Props of the card and its header, which rerender with every result. */
const CARD = {
  p: { xs: 2, md: 2.5 },
  "& .trend-head": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: 2,
    rowGap: 1,
    mb: 1,
    alignItems: "flex-start",
    justifyContent: "space-between",
  },
  "& .trend-tools": { display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" },
  "& .trend-head h2": { typography: "h6", m: 0 },
  "& .legends": { display: "flex", flexWrap: "wrap", columnGap: 2, mt: 0.25 },
  "& .legend": { display: "flex", alignItems: "center", gap: 1, typography: "caption", color: "text.secondary" },
  "& .legend::before": { content: '""', width: 18, borderTop: 2, borderTopStyle: "solid", borderColor: "primary.main" },
  "& .dashed::before": { borderTopStyle: "dashed", borderColor: "text.secondary" },
} as const;

const ALMOST_MS = 3_600_000;

/**
 * Whether a result is that of the comparison period of another. While a range moves on with the clock, the numbers of a
 * moment ago serve as a placeholder, but never those of another range.
 */
function isOf(before: Answer, answer: Answer): boolean {
  const apart = (one: string, other: string | null) => Math.abs(Date.parse(one) - Date.parse(other ?? ""));
  return (
    before.granularity === answer.granularity &&
    apart(before.from, answer.previous_from) < ALMOST_MS &&
    apart(before.to, answer.previous_to) < ALMOST_MS
  );
}

function spanOf(from: string, to: string, zone: string): string {
  const first = formatDate(from, zone);
  const last = formatDate(new Date(Date.parse(to) - 1).toISOString(), zone);
  return first === last ? first : `${first} – ${last}`;
}

/** Not rendered again with each result. */
const FormChoice = memo(function FormChoice({ form, onForm }: { form: Form; onForm: (form: Form) => void }) {
  return (
    <div className="plain-choice" role="group" aria-label={t`Display as`}>
      <button type="button" aria-label={t`Chart`} aria-pressed={form === "chart"} onClick={() => onForm("chart")}>
        <PlainIcon path={ICONS.chart} size={20} />
      </button>
      <button type="button" aria-label={t`Table`} aria-pressed={form === "table"} onClick={() => onForm("table")}>
        <PlainIcon path={ICONS.table} size={20} />
      </button>
    </div>
  );
});

function TrendTable({ points, label }: { points: readonly TrendPoint[]; label: string }) {
  return (
    <TableContainer sx={{ maxHeight: HEIGHT }} tabIndex={0} aria-label={t`${label}, table`}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>
              <Trans>Time</Trans>
            </TableCell>
            <TableCell align="right">{label}</TableCell>
            <TableCell align="right">
              <Trans>Previous</Trans>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {points.map((point) => (
            <TableRow key={point.key}>
              <TableCell component="th" scope="row">
                {point.longLabel}
              </TableCell>
              <TableCell align="right">{valueOf(point) === null ? "–" : formatCount(valueOf(point) ?? 0)}</TableCell>
              <TableCell align="right">{point.previous === null ? "–" : formatCount(point.previous)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
