import { t } from "@lingui/core/macro";
import InsightsIcon from "@mui/icons-material/Insights";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import MuiLink from "@mui/material/Link";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { type Cause, explains, moveOf, nameOf } from "@/features/insights/analytics/change-sentences";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import { type Metric, metricLabel } from "@/features/insights/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type ChangeRequest = components["schemas"]["ExplainChange"];

/** Subsets of people don't add up to the whole, so their scans are explained instead. */
const EXPLAINED: Partial<Record<Metric, ChangeRequest["metric"]>> = { new: "new", visits: "visits", views: "views" };

interface ChangeLineProps {
  question: QueryInput;
  metric: Metric;
  onFilter: (dimension: Dimension, value: string) => void;
  /** Shows the times at which people come. */
  onTime: () => void;
}

/**
 * Explains a change since the comparison period by a code, place or time. Renders nothing if the change is ordinary.
 */
export const ChangeLine = memo(function ChangeLine({ question, metric, onFilter, onTime }: ChangeLineProps) {
  const explainedMetric = EXPLAINED[metric] ?? "scans";
  const body = { ...question, granularity: undefined, group_by: [], metric: explainedMetric };
  const change = useQuery({
    queryKey: ["analytics", "change", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/explain-change", { body, signal })),
    staleTime: 5 * 60_000,
    retry: false,
  }).data;
  if (change === undefined || change.is_ordinary || change.causes.length === 0) {
    return null;
  }
  const follow = ({ dimension, key }: Cause) => {
    if (dimension === "hour" || dimension === "weekday") {
      onTime();
    } else {
      onFilter(dimension, key);
    }
  };
  return (
    <Card
      component="section"
      aria-label={t`What changed`}
      sx={{ px: { xs: 2, md: 2.5 }, py: 1.5, display: "flex", gap: 1.5, alignItems: "flex-start" }}
    >
      <Tooltip title={change.rule}>
        <InsightsIcon color="primary" sx={{ mt: "1px" }} titleAccess={t`How this is calculated: ${change.rule}`} />
      </Tooltip>
      <Typography variant="body2" component="p" sx={{ lineHeight: 1.7 }}>
        {moveOf(change, metricLabel(explainedMetric as Metric))}
        {change.causes.map((cause) => (
          <Box component="span" key={cause.dimension}>
            {" "}
            <MuiLink
              component="button"
              type="button"
              onClick={() => follow(cause)}
              sx={{ font: "inherit", fontWeight: 600, verticalAlign: "baseline" }}
            >
              {nameOf(cause)}
            </MuiLink>
            {explains(cause)}
          </Box>
        ))}
      </Typography>
    </Card>
  );
});
