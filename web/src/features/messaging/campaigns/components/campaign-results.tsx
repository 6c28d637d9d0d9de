import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CampaignResults as Results, resultsQuery } from "@/features/messaging/campaigns/api/campaigns";
import { csvOf } from "@/features/messaging/campaigns/csv";
import { ErrorState } from "@/shared/components/state-views";
import { saveBlob } from "@/shared/files/save-file";
import { formatDateTime } from "@/shared/format/dates";
import { formatCents, formatCount, formatMicros } from "@/shared/format/numbers";
import { channelName } from "@/shared/messages/words";

interface ResultsProps {
  campaignId: string;
  name: string;
  zone: string;
  /** Of the costs. */
  currency: string | null;
}

/** What people did after a campaign: by version and channel, by hour, and what they spent. */
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
      {results.isError ? (
        <ErrorState compact error={results.error} onRetry={() => void results.refetch()} />
      ) : results.isPending ? (
        <Skeleton variant="rounded" height={160} aria-busy="true" />
      ) : results.data.versions.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>Nothing yet. Results appear here a few minutes after the first messages left.</Trans>
        </Typography>
      ) : (
        <ResultsView results={results.data} zone={zone} currency={currency} />
      )}
    </Card>
  );
}

function ResultsView({ results, zone, currency }: { results: Results; zone: string; currency: string | null }) {
  return (
    <Stack spacing={2}>
      <Typography variant="body2" color="textSecondary">
        {t`What people did within ${results.window_hours} hours after a click counts for the campaign.`}
      </Typography>
      <Scrolled label={t`By version and channel`}>
        <TableHead>
          <TableRow>
            <TableCell>{t`Version and channel`}</TableCell>
            {[
              t`Sent`,
              t`Delivered`,
              t`Clicked`,
              t`Replied`,
              t`Unsubscribed`,
              t`Visits`,
              t`Forms`,
              t`Redeemed`,
              t`Orders`,
              t`Cost`,
            ].map((head) => (
              <TableCell key={head} align="right">
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {results.versions.map((one) => (
            <TableRow key={`${one.variant} ${one.channel}`}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                {`${one.variant.toUpperCase()} · ${channelName(one.channel)}`}
              </TableCell>
              {[
                one.sent,
                one.delivered,
                one.clicked,
                one.replied,
                one.stopped,
                one.visited,
                one.submitted,
                one.redeemed,
                one.ordered,
              ].map((count, at) => (
                <TableCell key={at} align="right">
                  {formatCount(count)}
                </TableCell>
              ))}
              <TableCell align="right">
                {one.cost_micros === 0 || currency === null ? "–" : formatMicros(one.cost_micros, currency)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Scrolled>
      <Box>
        <Typography variant="subtitle2" component="h3">
          <Trans>Revenue</Trans>
        </Typography>
        <Typography variant="body2">
          {results.revenue.length === 0
            ? t`No orders after a click yet.`
            : results.revenue
                .map(
                  (one) =>
                    `${one.variant.toUpperCase()} · ${channelName(one.channel)}: ${formatCents(one.revenue_cents, one.currency)}`,
                )
                .join("; ")}
        </Typography>
      </Box>
      {results.hours.length === 0 ? null : (
        <Scrolled label={t`By hour`}>
          <TableHead>
            <TableRow>
              <TableCell>{t`Hour`}</TableCell>
              {[t`Sent`, t`Clicked`, t`Visits`, t`Orders`].map((head) => (
                <TableCell key={head} align="right">
                  {head}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {results.hours.map((one) => (
              <TableRow key={one.hour}>
                <TableCell component="th" scope="row" sx={{ whiteSpace: "nowrap" }}>
                  {formatDateTime(one.hour, zone)}
                </TableCell>
                {[one.sent, one.clicked, one.visits, one.orders].map((count, at) => (
                  <TableCell key={at} align="right">
                    {formatCount(count)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Scrolled>
      )}
    </Stack>
  );
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box tabIndex={0} role="region" aria-label={label} sx={{ overflow: "auto", maxHeight: 320 }}>
      <Table size="small" aria-label={label} sx={{ fontVariantNumeric: "tabular-nums" }}>
        {children}
      </Table>
    </Box>
  );
}
