import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import {
  type Campaign,
  type CampaignAction,
  type CampaignReport as Report,
  reportQuery,
  useChangeCampaign,
} from "@/features/messaging/campaigns/api/campaigns";
import { CampaignMenu } from "@/features/messaging/campaigns/components/campaign-menu";
import { Figure } from "@/features/messaging/campaigns/components/check-panel";
import { CountRows } from "@/shared/messages/count-rows";
import { CampaignResults } from "@/features/messaging/campaigns/components/campaign-results";
import { ExplainPanel } from "@/features/messaging/campaigns/components/explain-panel";
import { StateChip } from "@/features/messaging/campaigns/components/state-chip";
import { useAudienceNames } from "@/features/messaging/campaigns/components/use-audience-names";
import { CHANNELS } from "@/features/messaging/campaigns/words";
import { messageStateName, reasonName } from "@/shared/messages/words";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount, formatMicros, formatShare } from "@/shared/format/numbers";

const LEFT = ["sending", "unknown", "sent", "delivered", "undelivered", "bounced"];
const SURE = 0.05;

interface ReportProps {
  campaign: Campaign;
  zone: string;
  mayEdit: boolean;
}

/** A campaign that has started: its progress, the status of its messages, and the actions that stop it. */
export function CampaignReport({ campaign, zone, mayEdit }: ReportProps) {
  const report = useQuery(reportQuery(campaign.campaign_id));
  const shown = report.data?.campaign ?? campaign;
  const audiences = useAudienceNames();
  const when = shown.started_at ?? shown.starts_at;
  return (
    <>
      <PageHeader
        title={shown.name}
        subtitle={[
          t(CHANNELS[shown.channel]),
          audiences(shown.audience),
          when === null ? null : formatDateTime(when, zone),
        ]
          .filter((one) => one !== null)
          .join(" · ")}
        actions={
          <>
            {shown.started_at === null ? null : (
              <Button component={Link} to={paths.customersOfCampaign(shown.campaign_id)}>
                <Trans>Customers</Trans>
              </Button>
            )}
            <CampaignMenu campaign={shown} mayEdit={mayEdit} />
            {mayEdit ? <Controls campaign={shown} /> : null}
          </>
        }
      />
      <Box sx={{ mb: 2 }}>
        <StateChip state={shown.state} />
      </Box>
      <StaleWarning reading={report} />
      {report.isPending ? (
        <Skeleton variant="rounded" height={320} aria-busy="true" />
      ) : isUnreadable(report) ? (
        <ErrorState error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <Stack spacing={2}>
          <ReportView report={report.data} />
          {shown.started_at === null ? null : (
            <CampaignResults
              campaignId={shown.campaign_id}
              name={shown.name}
              zone={zone}
              currency={report.data.currency}
            />
          )}
          <ExplainPanel campaignId={shown.campaign_id} revision={shown.revision} zone={zone} isStarted />
        </Stack>
      )}
    </>
  );
}

function Controls({ campaign }: { campaign: Campaign }) {
  const changing = useChangeCampaign();
  const toasts = useToasts();
  const [isEnding, setEnding] = useState(false);
  const act = (action: CampaignAction) =>
    handleResult(changing.mutateAsync({ campaignId: campaign.campaign_id, action }), {
      onError: toasts.error,
      onSettled: () => setEnding(false),
    });
  const isOpen = campaign.state === "scheduled" || campaign.state === "running" || campaign.state === "paused";
  if (!isOpen) {
    return null;
  }
  return (
    <>
      {campaign.state === "scheduled" ? (
        <Button onClick={() => act("withdraw")} disabled={changing.isPending}>
          <Trans>Back to draft</Trans>
        </Button>
      ) : null}
      {campaign.state === "paused" ? (
        <Button variant="contained" onClick={() => act("resume")} disabled={changing.isPending}>
          <Trans>Resume</Trans>
        </Button>
      ) : (
        <Button variant="outlined" onClick={() => act("pause")} disabled={changing.isPending}>
          <Trans>Pause</Trans>
        </Button>
      )}
      <Button color="error" onClick={() => setEnding(true)}>
        <Trans>Cancel campaign</Trans>
      </Button>
      <ConfirmDialog
        open={isEnding}
        title={t`Cancel this campaign?`}
        confirmLabel={t`Cancel campaign`}
        cancelLabel={t`Keep campaign`}
        busy={changing.isPending}
        onConfirm={() => act("cancel")}
        onCancel={() => setEnding(false)}
      >
        <Trans>Messages still waiting won’t be sent. Messages already sent can’t be recalled.</Trans>
      </ConfirmDialog>
    </>
  );
}

function ReportView({ report }: { report: Report }) {
  const sum = (keep: (state: string) => boolean) =>
    report.counts.filter((one) => keep(one.state)).reduce((total, one) => total + one.messages, 0);
  const left = sum((state) => LEFT.includes(state));
  const delivered = sum((state) => state === "delivered");
  const clicked = report.counts.reduce((total, one) => total + one.clicked, 0);
  const audience = report.campaign.audience_size ?? 0;
  const isMoving = report.campaign.state === "running" || report.campaign.state === "paused";
  const byState = totals(report.counts.map((one) => [messageStateName(one.state), one.messages]));
  const byReason = totals([
    ...report.counts
      .filter((one) => one.reason !== "")
      .map((one): [string, number] => [reasonName(one.reason), one.messages]),
    ...Object.entries(report.passed_over).map(([reason, people]): [string, number] => [reasonName(reason), people]),
  ]);
  return (
    <Stack spacing={2}>
      {isMoving ? (
        <Card sx={{ p: 2 }}>
          <Typography variant="body2" sx={{ mb: 1 }}>
            {t`${formatCount(report.reached)} of ${formatCount(audience)} people`}
          </Typography>
          <LinearProgress
            variant="determinate"
            aria-label={t`Progress`}
            value={audience === 0 ? 100 : Math.min(100, (100 * report.reached) / audience)}
          />
        </Card>
      ) : null}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(5, 1fr)" } }}>
        <Figure label={t`In the audience`} value={formatCount(audience)} />
        <Figure label={t`Sent`} value={formatCount(left)} />
        <Figure label={t`Delivered`} value={formatCount(delivered)} />
        <Figure label={t`Clicked`} value={formatCount(clicked)} />
        <Figure
          label={t`Cost`}
          value={
            report.segments === 0 && report.currency === null
              ? t`None`
              : report.currency === null
                ? plural(report.segments, { one: "# segment", other: "# segments" })
                : formatMicros(report.cost_micros, report.currency)
          }
        />
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" } }}>
        <CountRows title={t`Messages`} empty={t`None yet.`} total={audience} rows={byState} />
        <CountRows title={t`Not sent, by reason`} empty={t`Nothing yet.`} total={audience} rows={byReason} />
      </Box>
      {report.variants.length > 1 ? <Versions report={report} /> : null}
    </Stack>
  );
}

function Versions({ report }: { report: Report }) {
  const { winner } = report.campaign;
  return (
    <Card sx={{ p: 2 }} component="section" aria-label={t`Versions`}>
      <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
        <Trans>Versions</Trans>
      </Typography>
      <Stack component="ul" spacing={1} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {report.variants.map((one) => (
          <li key={one.key}>
            <Typography variant="body2">
              {[
                one.key === winner ? t`Version ${one.key.toUpperCase()} (winner)` : t`Version ${one.key.toUpperCase()}`,
                plural(one.messages, { one: "# message", other: "# messages" }),
                t`${formatShare(one.messages === 0 ? 0 : one.clicked / one.messages)} clicked`,
              ].join(" · ")}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {one.chance === null
                ? t`Not enough messages or clicks to compare the versions yet.`
                : one.chance < SURE
                  ? t`The difference is unlikely to be chance (p = ${formatShare(one.chance)}).`
                  : t`The difference could be chance (p = ${formatShare(one.chance)}).`}
            </Typography>
          </li>
        ))}
      </Stack>
      {winner === null && (report.campaign.experiment.test_share ?? 100) < 100 ? (
        <Alert severity="info" sx={{ mt: 1.5 }}>
          <Trans>Everyone else waits for the winner.</Trans>
        </Alert>
      ) : null}
    </Card>
  );
}

function totals(pairs: [string, number][]): [string, number][] {
  const found = new Map<string, number>();
  for (const [name, count] of pairs) {
    found.set(name, (found.get(name) ?? 0) + count);
  }
  return [...found].sort(([, one], [, other]) => other - one);
}
