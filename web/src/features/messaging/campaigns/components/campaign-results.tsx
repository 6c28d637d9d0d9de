import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { resultsQuery } from "@/features/messaging/campaigns/api/campaigns";
import { CampaignEffect } from "@/features/messaging/campaigns/components/campaign-effect";
import { csvOf } from "@/features/messaging/campaigns/csv";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { saveBlob } from "@/shared/files/save-file";
import { ResultsTables } from "@/shared/messages/results-tables";

interface ResultsProps {
  campaignId: string;
  name: string;
  zone: string;
  /** The currency of the costs. */
  currency: string | null;
}

/** What people did after a campaign: by version and channel, by hour, and their revenue. */
export function CampaignResults({ campaignId, name, zone, currency }: ResultsProps) {
  const results = useQuery(resultsQuery(campaignId));
  return (
    <Card sx={{ p: 2 }} component="section" aria-label={t`Results`}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap", mb: 1 }}>
        <Typography variant="subtitle2" component="h2" sx={{ flex: 1 }}>
          <Trans>Results</Trans>
        </Typography>
        {results.data === undefined ? null : (
          <Button
            size="small"
            onClick={() => saveBlob(`${name}.csv`, new Blob([csvOf(results.data)], { type: "text/csv" }))}
          >
            <Trans>Download CSV</Trans>
          </Button>
        )}
      </Stack>
      <StaleWarning reading={results} />
      {isUnreadable(results) ? (
        <ErrorState compact error={results.error} onRetry={() => void results.refetch()} />
      ) : results.isPending ? (
        <Skeleton variant="rounded" height={160} aria-busy="true" />
      ) : results.data.versions.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No results yet. They appear here a few minutes after the first messages are sent.</Trans>
        </Typography>
      ) : (
        <>
          <CampaignEffect effect={results.data.effect} />
          <ResultsTables
            head={t`Version and channel`}
            rows={results.data.versions.map((one) => [one.variant.toUpperCase(), one])}
            revenue={results.data.revenue.map((one) => [one.variant.toUpperCase(), one])}
            hours={results.data.hours}
            windowHours={results.data.window_hours}
            zone={zone}
            currency={currency}
          />
        </>
      )}
    </Card>
  );
}
