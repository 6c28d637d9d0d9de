import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo, useRef, useState } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { reportQuery } from "@/features/insights/analytics/api/get-report";
import { StaleWarning } from "@/shared/components/stale-warning";
import { UnsupportedFilters, unsupportedFilters } from "@/features/insights/analytics/components/unsupported-filters";
import { type Cohort, cohortsOf, shadeLabel, SHADES, shadeOf } from "@/features/insights/analytics/retention";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatDate } from "@/shared/format/dates";
import { formatCount, formatShare } from "@/shared/format/numbers";

type Period = "week" | "month";

/** Of the people who came for the first time in a week or month, how many came back after each period. */
export const RetentionCard = memo(function RetentionCard({ question }: { question: QueryInput }) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const missing = unsupportedFilters(question);
  const [period, setPeriod] = useState<Period>("week");
  const report = useQuery({
    ...reportQuery(`retention_${period}s`, question),
    placeholderData: undefined,
    enabled: near && missing.length === 0,
  });
  const cohorts = cohortsOf(report.data?.rows ?? [], period);
  return (
    <Card component="section" ref={card} aria-label={t`Retention`} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" spacing={2} sx={{ mb: 2, justifyContent: "space-between", alignItems: "flex-start" }}>
        <Box>
          <Typography variant="h5" component="h2">
            <Trans>Retention</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Trans>People with a cookie whose first scan was in this range.</Trans>{" "}
            {Object.keys(question.filters ?? {}).length > 0 ? t`Only these codes count.` : null}{" "}
            {question.include_bots ? t`Bots are excluded.` : null}
          </Typography>
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={period}
          aria-label={t`Cohorts by`}
          onChange={(_, next: Period | null) => next && setPeriod(next)}
        >
          <ToggleButton value="week">
            <Trans>Weeks</Trans>
          </ToggleButton>
          <ToggleButton value="month">
            <Trans>Months</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {missing.length > 0 ? null : <StaleWarning reading={report} />}
      {missing.length > 0 ? (
        <UnsupportedFilters what={t`Retention`} dimensions={missing} />
      ) : isUnreadable(report) ? (
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={200} />
        ) : (
          <Box sx={{ height: 200 }} />
        )
      ) : cohorts.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          <Trans>No new visitors with a cookie in this range</Trans>
        </Typography>
      ) : (
        <Grid cohorts={cohorts} period={period} />
      )}
    </Card>
  );
});

function Grid({ cohorts, period }: { cohorts: readonly Cohort[]; period: Period }) {
  return (
    <>
      <Box sx={{ overflowX: "auto", position: "relative" }} tabIndex={0} role="region" aria-label={t`Retention, table`}>
        <Box
          component="table"
          sx={{
            borderCollapse: "separate",
            borderSpacing: "2px",
            minWidth: 420,
            "& th, & td": { typography: "caption", px: 1, py: 0.5, whiteSpace: "nowrap" },
          }}
        >
          <thead>
            <tr>
              <Box component="th" scope="col" sx={{ textAlign: "left" }}>
                <Trans>First scan</Trans>
              </Box>
              <Box component="th" scope="col" sx={{ textAlign: "right" }}>
                <Trans>People</Trans>
              </Box>
              {cohorts[0]?.shares.map((_, later) => (
                <th key={later} scope="col">
                  {later > 0 ? `+${later}` : period === "week" ? t`Same week` : t`Same month`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map((cohort) => (
              <tr key={cohort.day}>
                <Box component="th" scope="row" sx={{ textAlign: "left", fontWeight: 400 }}>
                  {formatDate(`${cohort.day.slice(0, 10)}T00:00:00Z`, "UTC")}
                </Box>
                <Box component="td" sx={{ textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
                  {formatCount(cohort.people)}
                </Box>
                {cohort.shares.map((share, later) => (
                  <Box key={later} component="td" sx={CELL} data-shade={share === null ? undefined : shadeOf(share)}>
                    {share === null ? "" : formatShare(share)}
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      <Legend />
    </>
  );
}

/** Explains the shades of the table. */
function Legend() {
  return (
    <Stack
      component="ul"
      direction="row"
      useFlexGap
      aria-label={t`Shaded by the share of people who came back`}
      sx={{ m: 0, mt: 1.5, p: 0, columnGap: 1.5, rowGap: 0.5, flexWrap: "wrap", listStyle: "none" }}
    >
      {SHADES.map(({ from }, shade) => (
        <Stack key={from} component="li" direction="row" spacing={0.75} sx={{ alignItems: "center" }}>
          <Box aria-hidden data-shade={shade} sx={[CELL, { width: 18, height: 12 }]} />
          <Typography variant="caption" color="textSecondary">
            {shadeLabel(shade)}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}

const mixed = (percent: number) =>
  `color-mix(in srgb, var(--mui-palette-primary-main) ${percent}%, var(--mui-palette-background-paper))`;

/** The cell of a share: the larger the share, the stronger its colour. */
const CELL = {
  textAlign: "center",
  borderRadius: 0.5,
  fontVariantNumeric: "tabular-nums",
  ...Object.fromEntries(
    SHADES.map(({ strength }, shade) => [`&[data-shade="${shade}"]`, { bgcolor: mixed(strength) }]),
  ),
  // Dark enough for text in the contrasting colour.
  [`&[data-shade="${SHADES.length - 1}"]`]: {
    bgcolor: mixed(SHADES.at(-1)?.strength ?? 0),
    color: "primary.contrastText",
  },
} as const;
