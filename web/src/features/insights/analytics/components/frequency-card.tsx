import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { memo, useRef } from "react";
import type { Question } from "@/features/insights/analytics/api/get-analytics";
import { numberOf, type ReportRow, reportQuery } from "@/features/insights/analytics/api/get-report";
import { LastRows } from "@/features/insights/analytics/components/last-rows";
import { NotKept, notKept } from "@/features/insights/analytics/components/not-kept";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { useNear } from "@/shared/components/use-near";
import { formatCount, formatShare } from "@/shared/format/numbers";

/** How many scans each visitor made: counted exactly, of the organisation or of a code. */
export const FrequencyCard = memo(function FrequencyCard({ question }: { question: Question }) {
  const card = useRef<HTMLDivElement>(null);
  const near = useNear(card);
  const missing = notKept(question);
  const report = useQuery({
    ...reportQuery("visitor_frequency", question),
    placeholderData: undefined,
    enabled: near && missing.length === 0,
  });
  return (
    <Card
      component="section"
      ref={card}
      aria-label="How often people scan"
      sx={{ p: { xs: 2, md: 3 }, height: "100%" }}
    >
      <Typography variant="h5" component="h2">
        How often people scan
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        Visitors by their scans in this range{question.include_bots ? ", bots left out" : ""}
      </Typography>
      {missing.length > 0 || isUnreadable(report) ? null : <LastRows reading={report} />}
      {missing.length > 0 ? (
        <NotKept what="How often people scan" dimensions={missing} />
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
          Nobody in this range yet
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
          const said = row["scans_per_visitor"];
          const times = typeof said === "string" ? said : "";
          return (
            <Box component="li" key={times}>
              <Stack direction="row" sx={{ justifyContent: "space-between", mb: 0.5 }}>
                <Typography variant="body2">{times === "1" ? "1 scan" : `${times} scans`}</Typography>
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
        {formatCount(people)} visitors, counted exactly; {(scans / Math.max(people, 1)).toFixed(1)} scans each on
        average
      </Typography>
    </>
  );
}
