import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { memo } from "react";
import type { Metrics } from "@/features/insights/analytics/metrics";
import { formatCount, formatShare } from "@/shared/format/numbers";

interface NewAndReturningProps {
  totals: Metrics;
}

/** The number of new people and of returning people. */
export const NewAndReturning = memo(function NewAndReturning({ totals }: NewAndReturningProps) {
  const all = totals.new + totals.returning;
  const parts = [
    { label: t`New`, value: totals.new, color: "info.main" },
    { label: t`Returning`, value: totals.returning, color: "secondary.main" },
  ];
  return (
    <Card component="section" aria-label={t`New and returning people`} sx={{ p: { xs: 2, md: 2.5 } }}>
      <Typography variant="h6" component="h2" sx={{ mb: 2 }}>
        <Trans>New and returning</Trans>
      </Typography>
      {all === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          <Trans>No visitors in this range</Trans>
        </Typography>
      ) : (
        <>
          <Box aria-hidden sx={{ display: "flex", gap: "2px", height: 22, borderRadius: 1.5, overflow: "hidden" }}>
            {parts.map(({ label, value, color }) => (
              <Box key={label} sx={{ flexGrow: value, bgcolor: color }} />
            ))}
          </Box>
          <Stack spacing={1.5} sx={{ mt: 2.5 }}>
            {parts.map(({ label, value, color }) => (
              <Stack key={label} direction="row" spacing={1.25} sx={{ alignItems: "center" }}>
                <Box aria-hidden sx={{ width: 10, height: 10, borderRadius: "3px", bgcolor: color }} />
                <Typography variant="body2" sx={{ flex: 1 }}>
                  {label}
                </Typography>
                <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
                  <strong>{formatCount(value)}</strong>{" "}
                  <Box component="span" sx={{ color: "text.secondary" }}>
                    {formatShare(value / all)}
                  </Box>
                </Typography>
              </Stack>
            ))}
          </Stack>
        </>
      )}
    </Card>
  );
});
