import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo, useRef } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { numberOf, type ReportRow, reportQuery } from "@/features/insights/analytics/api/get-report";
import { StaleWarning } from "@/shared/components/stale-warning";
import { UnsupportedFilters, unsupportedFilters } from "@/features/insights/analytics/components/unsupported-filters";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNearViewport } from "@/shared/components/use-near-viewport";
import { formatCount, formatShare } from "@/shared/format/numbers";

/** How many scans each visitor made, counted exactly, for the organisation or a code. */
export const FrequencyCard = memo(function FrequencyCard({ question }: { question: QueryInput }) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNearViewport(card);
  const missing = unsupportedFilters(question);
  const report = useQuery({
    ...reportQuery("visitor_frequency", question),
    placeholderData: undefined,
    enabled: near && missing.length === 0,
  });
  return (
    <Card component="section" ref={card} aria-label={t`Scan frequency`} sx={{ p: { xs: 2, md: 3 }, height: "100%" }}>
      <Typography variant="h5" component="h2">
        <Trans>Scan frequency</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {question.include_bots
          ? t`Visitors by number of scans in this range, excluding bots`
          : t`Visitors by number of scans in this range`}
      </Typography>
      {missing.length > 0 ? null : <StaleWarning reading={report} />}
      {missing.length > 0 ? (
        <UnsupportedFilters what={t`Scan frequency`} dimensions={missing} />
      ) : isUnreadable(report) ? (
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} />
      ) : report.data === undefined ? (
        near ? (
          <Skeleton variant="rounded" height={200} />
        ) : (
          <Box sx={{ height: 200 }} />
        )
      ) : report.data.rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          <Trans>No visitors in this range</Trans>
        </Typography>
      ) : (
        <Steps rows={report.data.rows} />
      )}
    </Card>
  );
});

function Steps({ rows }: { rows: readonly ReportRow[] }) {
  const people = rows.reduce((sum, row) => sum + numberOf(row, "people"), 0);
  const scans = rows.reduce((sum, row) => sum + numberOf(row, "scans"), 0);
  return (
    <>
      <Stack component="ol" spacing={1.25} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.map((row) => {
          const average = row["scans_per_visitor"];
          const times = typeof average === "string" ? average : "";
          return (
            <Box component="li" key={times}>
              <Stack direction="row" sx={{ justifyContent: "space-between", mb: 0.5 }}>
                <Typography variant="body2">{times === "1" ? t`1 scan` : t`${times} scans`}</Typography>
                <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
                  <strong>{formatCount(numberOf(row, "people"))}</strong>{" "}
                  <Box component="span" sx={{ color: "text.secondary" }}>
                    {formatShare(numberOf(row, "share"))}
                  </Box>
                </Typography>
              </Stack>
              <Box aria-hidden sx={{ height: 8, borderRadius: 1, bgcolor: "action.hover" }}>
                <Box
                  sx={{
                    height: "100%",
                    borderRadius: 1,
                    bgcolor: "primary.main",
                    width: `${numberOf(row, "share") * 100}%`,
                    minWidth: 3,
                  }}
                />
              </Box>
            </Box>
          );
        })}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 2 }}>
        <Trans>
          {formatCount(people)} visitors, counted exactly;{" "}
          {formatCount(Math.round((scans / Math.max(people, 1)) * 10) / 10)} scans each on average
        </Trans>
      </Typography>
    </>
  );
}
