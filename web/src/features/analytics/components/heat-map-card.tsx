import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { AskerContext } from "@/features/analytics/api/asker";
import { analyticsQuery, type Question } from "@/features/analytics/api/get-analytics";
import { type Metric, metricLabel } from "@/features/analytics/metrics";
import { hoursOf, isBusiest } from "@/features/analytics/weekday-hours";
import { formatCount } from "@/shared/format/numbers";
import { useOrganizationData } from "@/shared/organization/organization";

interface HeatMapCardProps {
  question: Question;
  metric: Metric;
}

/** A measure by weekday and hour, so that one sees when people come. */
export function HeatMapCard({ question, metric }: HeatMapCardProps) {
  const weekStart = useOrganizationData().data?.week_start ?? "monday";
  const answer = useQuery({
    ...analyticsQuery({ ...question, group_by: ["hour_by_weekday"], granularity: undefined }, useContext(AskerContext)),
    staleTime: 60_000,
  });
  const label = metricLabel(metric);
  const rows = answer.data?.breakdowns["hour_by_weekday"];
  const week = hoursOf(rows ?? [], metric, weekStart);
  return (
    <Card component="section" id="when-they-come" aria-label={`${label} by weekday and hour`} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography variant="h5" component="h2">
        When they come
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {week.busiest === null
          ? `${label} by weekday and hour`
          : `Busiest: ${week.busiest.day} from ${week.busiest.hour}:00, ${formatCount(week.most)} ${label.toLowerCase()}`}
      </Typography>
      {answer.data === undefined ? (
        <Skeleton variant="rounded" height={220} />
      ) : (
        <Box sx={{ overflowX: "auto", position: "relative" }} tabIndex={0} role="region" aria-label={`${label} by weekday and hour, table`}>
          <Box
            component="table"
            sx={{ borderCollapse: "separate", borderSpacing: "2px", width: "100%", minWidth: 620, tableLayout: "fixed" }}
          >
            <thead>
              <tr>
                <Box component="th" scope="col" sx={{ width: 44, textAlign: "left", typography: "caption", color: "text.secondary" }}>
                  Day
                </Box>
                {HOURS.map((hour) => (
                  <Box key={hour} component="th" scope="col" sx={{ typography: "caption", color: "text.secondary", fontWeight: 400 }}>
                    {hour}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {week.days.map(({ name, values }) => (
                <tr key={name}>
                  <Box component="th" scope="row" sx={{ textAlign: "left", typography: "caption", color: "text.secondary", fontWeight: 400 }}>
                    {name.slice(0, 3)}
                  </Box>
                  {values.map((value, hour) => (
                    <Box
                      key={hour}
                      component="td"
                      title={`${name} ${hour}:00–${hour + 1}:00: ${formatCount(value)}`}
                      sx={({ vars }) => ({
                        height: 24,
                        borderRadius: 0.5,
                        textAlign: "center",
                        bgcolor:
                          value === 0
                            ? "action.hover"
                            : `color-mix(in srgb, ${vars?.palette.primary.main ?? "currentColor"} ${shade(value, week.most)}%, ${vars?.palette.background.paper ?? "transparent"})`,
                        outline: isBusiest(week, name, hour) ? 2 : 0,
                        outlineStyle: "solid",
                        outlineColor: "primary.main",
                      })}
                    >
                      <Box component="span" sx={HIDDEN}>
                        {value}
                      </Box>
                    </Box>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </Card>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const HIDDEN = { position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" } as const;

function shade(value: number, most: number): number {
  return Math.round(12 + (88 * value) / Math.max(most, 1));
}
