import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  type CampaignChannel,
  type CampaignResults as Results,
  resultsQuery,
} from "@/features/messaging/campaigns/api/campaigns";
import { CHANNELS } from "@/features/messaging/campaigns/words";
import { ErrorState } from "@/shared/components/state-views";
import { formatCents, formatCount, formatMicros, formatShare } from "@/shared/format/numbers";

type Version = Results["versions"][number];
const SURE = 0.05;

/** What people did after they followed a link of a campaign. */
export function CampaignResults({ campaignId, currency }: { campaignId: string; currency: string | null }) {
  const results = useQuery(resultsQuery(campaignId));
  return (
    <Card sx={{ p: 2 }} component="section" aria-label={t`What people did`}>
      <Typography variant="subtitle2" component="h2">
        <Trans>What people did</Trans>
      </Typography>
      {results.isPending ? (
        <Skeleton variant="rounded" height={96} aria-busy="true" />
      ) : results.isError ? (
        <ErrorState compact error={results.error} onRetry={() => void results.refetch()} />
      ) : results.data.versions.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>Nothing has reached the reports yet. New events take about a minute.</Trans>
        </Typography>
      ) : (
        <ResultRows results={results.data} currency={currency} />
      )}
    </Card>
  );
}

function ResultRows({ results, currency }: { results: Results; currency: string | null }) {
  const hours = results.window_hours;
  const window =
    hours % 24 === 0
      ? plural(hours / 24, { one: "within # day", other: "within # days" })
      : plural(hours, { one: "within # hour", other: "within # hours" });
  const busiest = results.hours.reduce<Results["hours"][number] | null>(
    (best, one) => (one.clicked > (best?.clicked ?? 0) ? one : best),
    null,
  );
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1 }}>
        {t`After a click, ${window}. Each action counts for the last click before it.`}
      </Typography>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {results.versions.map((one) => (
          <Box component="li" key={`${one.variant} ${one.channel}`}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {[
                results.goals.length > 1 ? t`Version ${one.variant.toUpperCase()}` : null,
                one.channel in CHANNELS ? t(CHANNELS[one.channel as CampaignChannel]) : one.channel,
              ]
                .filter((part) => part !== null)
                .join(" · ")}
            </Typography>
            <Typography variant="body2">{figuresOf(one).join(" · ")}</Typography>
            <Typography variant="body2">
              {[
                ...results.revenue
                  .filter((it) => it.variant === one.variant && it.channel === one.channel)
                  .map((it) => t`${formatCents(it.revenue_cents, it.currency)} revenue`),
                one.cost_micros > 0 && currency !== null ? t`${formatMicros(one.cost_micros, currency)} cost` : null,
              ]
                .filter((part) => part !== null)
                .join(" · ")}
            </Typography>
          </Box>
        ))}
      </Stack>
      {results.goals.length > 1 ? (
        <Stack component="ul" sx={{ listStyle: "none", m: 0, mt: 1.5, p: 0 }}>
          {results.goals.map((one) => (
            <Typography component="li" variant="caption" color="textSecondary" key={one.key}>
              {`${t`Version ${one.key.toUpperCase()}`}: ${chanceText(one.chance)}`}
            </Typography>
          ))}
        </Stack>
      ) : null}
      {busiest === null ? null : (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {t`Most clicks in the hour from ${new Date(busiest.hour).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`}
        </Typography>
      )}
    </>
  );
}

function figuresOf(one: Version): string[] {
  const clicks = one.sent === 0 ? 0 : one.clicked / one.sent;
  return [
    t`${formatCount(one.clicked)} clicked (${formatShare(clicks)})`,
    plural(one.visited, { one: "# visited", other: "# visited" }),
    plural(one.submitted, { one: "# sent a form", other: "# sent a form" }),
    plural(one.redeemed, { one: "# redeemed", other: "# redeemed" }),
    plural(one.ordered, { one: "# ordered", other: "# ordered" }),
    plural(one.replied, { one: "# replied", other: "# replied" }),
    plural(one.stopped, { one: "# unsubscribed", other: "# unsubscribed" }),
  ];
}

function chanceText(chance: number | null): string {
  if (chance === null) {
    return t`not enough to compare yet`;
  }
  return chance < SURE
    ? t`the difference is unlikely to be chance (p = ${formatShare(chance)})`
    : t`the difference could be chance (p = ${formatShare(chance)})`;
}
