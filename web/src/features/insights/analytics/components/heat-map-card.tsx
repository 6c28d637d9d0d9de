import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, memo, useContext, useMemo, useRef } from "react";
import { AnalyticsSourceContext } from "@/features/insights/analytics/api/analytics-source";
import { analyticsQuery, type QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { StaleWarning } from "@/shared/components/stale-warning";
import { type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { hoursOf, isBusiest } from "@/features/insights/analytics/weekday-hours";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatCount } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";

interface HeatMapCardProps {
  question: QueryInput;
  metric: Metric;
}

/** A metric by weekday and hour, which shows when people come. */
export const HeatMapCard = memo(function HeatMapCard({ question, metric }: HeatMapCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const weekStart = useOrganizationData().data?.week_start ?? "monday";
  const answer = useQuery({
    ...analyticsQuery(
      { ...question, group_by: ["hour_by_weekday"], granularity: undefined, compare: "none", metrics: [metric] },
      useContext(AnalyticsSourceContext),
    ),
    staleTime: 60_000,
    enabled: near,
  });
  const label = metricLabel(metric);
  // The placeholder data may be the result of another metric.
  const data = answer.data && metric in answer.data.definitions ? answer.data : undefined;
  const rows = data?.breakdowns["hour_by_weekday"];
  const week = useMemo(() => hoursOf(rows ?? [], metric, weekStart), [rows, metric, weekStart]);
  return (
    <Card component="section" ref={card} aria-label={t`${label} by weekday and hour`} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        <Trans>Activity by weekday and hour</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {week.busiest === null
          ? t`${label} by weekday and hour`
          : t`Busiest: ${week.busiest.day} from ${week.busiest.hour}:00, ${formatCount(week.most)} ${label.toLowerCase()}`}
      </Typography>
      <StaleWarning reading={{ isError: answer.isError, error: answer.error, data }} />
      {isUnreadable(answer) || (answer.isError && data === undefined) ? (
        <ErrorState compact error={answer.error} onRetry={() => void answer.refetch()} />
      ) : data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={220} />
        ) : (
          <Box sx={{ height: 220 }} />
        )
      ) : (
        <Box
          sx={{ overflowX: "auto", position: "relative" }}
          tabIndex={0}
          role="region"
          aria-label={t`${label} by weekday and hour, table`}
        >
          <Box component="table" sx={TABLE}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Day</Trans>
                </th>
                {HOURS.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {week.days.map(({ name, values }) => (
                <tr key={name}>
                  <th scope="row">{name.slice(0, 3)}</th>
                  {values.map((value, hour) => (
                    <td
                      key={hour}
                      title={`${name} ${hour}:00–${hour + 1}:00: ${formatCount(value)}`}
                      className={[value > 0 && "some", isBusiest(week, name, hour) && "busiest"]
                        .filter(Boolean)
                        .join(" ")}
                      style={{ "--shade": `${shade(value, week.most)}%` } as CSSProperties}
                    >
                      <span>{value}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Card>
  );
});

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Styles of the whole table: there are 168 cells, each made of plain elements. */
const TABLE = {
  borderCollapse: "separate",
  borderSpacing: "2px",
  width: "100%",
  minWidth: 620,
  tableLayout: "fixed",
  "& th": { typography: "caption", color: "text.secondary", fontWeight: 400 },
  "& th:first-of-type": { width: 44, textAlign: "left" },
  "& td": { height: 24, borderRadius: 0.5, textAlign: "center", bgcolor: "action.hover" },
  "& td.some": {
    forcedColorAdjust: "none",
    bgcolor: "color-mix(in srgb, var(--mui-palette-primary-main) var(--shade), var(--mui-palette-background-paper))",
  },
  "& td.busiest": { outline: 2, outlineStyle: "solid", outlineColor: "primary.main" },
  "& td span": { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)" },
} as const;

function shade(value: number, most: number): number {
  return Math.round(12 + (88 * value) / Math.max(most, 1));
}
