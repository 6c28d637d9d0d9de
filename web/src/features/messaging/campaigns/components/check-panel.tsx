import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type CampaignCheck, checkQuery } from "@/features/messaging/campaigns/api/campaigns";
import { CountRows } from "@/shared/messages/count-rows";
import { LinkCheck } from "@/features/messaging/campaigns/components/link-check";
import { ExplainPanel } from "@/features/messaging/campaigns/components/explain-panel";
import { CHANNELS, findingText } from "@/features/messaging/campaigns/words";
import { reasonName } from "@/shared/messages/words";
import { ErrorState } from "@/shared/components/state-views";
import { countryName } from "@/shared/format/names";
import { formatCount, formatDuration, formatMicros } from "@/shared/format/numbers";
import { languageName } from "@/shared/i18n/visitor-languages";

interface CheckPanelProps {
  campaignId: string;
  revision: number;
  /** Whether some people wait for the winner of a test. */
  hasTest: boolean;
  zone: string;
}

/** Who would get a saved campaign, who would not and why, what it costs, and problems in its texts. */
export function CheckPanel({ campaignId, revision, hasTest, zone }: CheckPanelProps) {
  const check = useQuery(checkQuery(campaignId, revision));
  if (check.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="rounded" height={96} />
        <Skeleton variant="rounded" height={200} />
      </Stack>
    );
  }
  if (check.isError) {
    return <ErrorState error={check.error} onRetry={() => void check.refetch()} compact />;
  }
  return (
    <Stack spacing={2}>
      <CheckView check={check.data} hasTest={hasTest}>
        <LinkCheck campaignId={campaignId} revision={revision} />
      </CheckView>
      <ExplainPanel campaignId={campaignId} revision={revision} zone={zone} isStarted={false} />
    </Stack>
  );
}

interface CheckViewProps {
  check: CampaignCheck;
  hasTest: boolean;
  /** Further problems in the texts. */
  children: ReactNode;
}

/** The result of a check. */
function CheckView({ check, hasTest, children }: CheckViewProps) {
  const refused = check.refused.reduce((sum, one) => sum + one.people, 0);
  const waiting = hasTest ? Math.max(0, check.audience - check.would_get - refused) : 0;
  return (
    <Stack spacing={2} component="section" aria-label={t`Pre-send check`}>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" } }}>
        <Figure label={t`In the audience`} value={formatCount(check.audience)} />
        <Figure label={t`Get it`} value={formatCount(check.would_get)} />
        <Figure label={t`Don’t get it`} value={formatCount(refused)} />
        <Figure
          label={t`Cost`}
          value={
            check.segments === 0
              ? t`None`
              : check.cost_micros === null
                ? t`No price set`
                : formatMicros(check.cost_micros, check.currency)
          }
        />
      </Box>
      {check.is_estimate ? (
        <Alert severity="info">
          {t`Everyone was checked for whether they may be contacted. Content, cost and countries are estimated from ${formatCount(check.checked)} of those who may.`}
        </Alert>
      ) : null}
      {waiting > 0 ? (
        <Alert severity="info">
          <Plural
            value={waiting}
            one="# person waits for the winning version."
            other="# people wait for the winning version."
          />
        </Alert>
      ) : null}
      {check.segments > 0 && check.texts_per_second !== null && check.texts_take_seconds !== null ? (
        <Alert severity="info">
          {t`Text messages take about ${timeTaken(check.texts_take_seconds)}: their sender takes ${formatCount(check.texts_per_second)} segments a second.`}
        </Alert>
      ) : null}
      {check.messages_left !== null && check.would_get > check.messages_left ? (
        <Alert severity="error">
          {t`Your plan and credits have ${formatCount(check.messages_left)} messages left this month. ${formatCount(check.would_get - check.messages_left)} people would not get it.`}
        </Alert>
      ) : null}
      {check.needs_approval ? (
        <Alert severity="info">
          {t`Campaigns to more than ${formatCount(check.approval_above ?? 0)} people need approval from a second person.`}
        </Alert>
      ) : null}
      {check.findings.map((one) => (
        <Alert
          key={`${one.rule}-${one.variant}-${one.language}-${one.channel}-${one.detail}`}
          severity={one.severity}
          sx={{ overflowWrap: "anywhere" }}
        >
          {findingText(one.rule, one.detail)}{" "}
          <Typography variant="caption" component="span" color="textSecondary">
            {t`Version ${one.variant.toUpperCase()}, ${languageName(one.language)}`}
          </Typography>
        </Alert>
      ))}
      {children}
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "1fr 1fr" } }}>
        <CountRows
          title={t`Won’t be sent, by reason`}
          empty={t`Everyone will get it.`}
          total={check.audience}
          rows={check.refused.map((one) => [reasonName(one.reason), one.people])}
        />
        <CountRows
          title={t`By channel`}
          empty={t`Nobody will get it.`}
          total={check.audience}
          rows={[
            ...check.channels.map((one): [string, number] => [t(CHANNELS[one.channel]), one.people]),
            ...(check.deferred > 0 ? [[t`After quiet hours`, check.deferred] as [string, number]] : []),
          ]}
        />
        {check.languages.length > 0 ? (
          <CountRows
            title={t`By language`}
            empty=""
            total={check.audience}
            rows={check.languages.map((one) => [languageName(one.reason), one.people])}
          />
        ) : null}
        {check.countries.length > 0 ? (
          <CountRows
            title={t`Text messages by country`}
            empty=""
            total={check.audience}
            rows={check.countries.map((one) => [
              [
                one.country === "" ? t`Unknown` : countryName(one.country),
                plural(one.segments, { one: "# segment", other: "# segments" }),
                one.cost_micros === null ? t`no price set` : formatMicros(one.cost_micros, check.currency),
              ].join(" · "),
              one.people,
            ])}
          />
        ) : null}
      </Box>
      <Typography variant="body2" color="textSecondary">
        <Trans>Everyone is checked again at the moment of sending.</Trans>
      </Typography>
    </Stack>
  );
}

/** Formats a duration in a unit that is easy to read. */
function timeTaken(seconds: number): string {
  if (seconds < 90) {
    return formatDuration(seconds, "second");
  }
  return seconds < 5_400
    ? formatDuration(Math.round(seconds / 60), "minute")
    : formatDuration(Math.round(seconds / 3_600), "hour");
}

/** A number with its label. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography variant="h5" component="p">
        {value}
      </Typography>
    </Card>
  );
}
