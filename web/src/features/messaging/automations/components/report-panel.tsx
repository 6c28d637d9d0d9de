import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  automationReportQuery,
  automationResultsQuery,
  type Step,
} from "@/features/messaging/automations/api/automations";
import { everyStep } from "@/features/messaging/automations/steps";
import { endName } from "@/features/messaging/automations/words";
import { CountRows } from "@/shared/messages/count-rows";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";
import { ResultsTables } from "@/shared/messages/results-tables";
import { messageStateName, reasonName } from "@/shared/messages/words";

interface ReportProps {
  automationId: string;
  steps: readonly Step[];
  zone: string;
}

/** The report on people who entered in the last 30 days. */
export function ReportPanel({ automationId, steps, zone }: ReportProps) {
  const report = useQuery(automationReportQuery(automationId));
  if (report.isPending) {
    return <Skeleton variant="rounded" height={240} aria-busy="true" />;
  }
  if (report.isError) {
    return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  }
  const { messages, ends } = report.data;
  const passedOver = report.data.passed_over.map((one): [string, number] => [reasonName(one.reason), one.people]);
  const states = summed(messages.map((one) => [messageStateName(one.state), one.messages]));
  const refused = summed(
    messages.filter((one) => one.reason !== "").map((one) => [reasonName(one.reason), one.messages]),
  );
  const clicked = messages.reduce((sum, one) => sum + one.clicked, 0);
  const total = messages.reduce((sum, one) => sum + one.messages, 0);
  const facts: [string, number][] = [
    [t`Entered`, report.data.entered],
    [t`In it now`, report.data.people_in],
    [t`Clicked`, clicked],
    [t`Converted`, report.data.converted],
  ];
  return (
    <>
      <Box
        component="dl"
        sx={{ m: 0, mb: 2, display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" } }}
      >
        {facts.map(([label, value]) => (
          <Card key={label} variant="outlined" sx={{ p: 2 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0 }}>
              {formatCount(value)}
            </Typography>
          </Card>
        ))}
      </Box>
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "1fr", md: "1fr 1fr 1fr" } }}>
        <CountRows title={t`Messages`} empty={t`Nothing yet.`} rows={states} total={total} />
        <CountRows
          title={t`Not sent, by reason`}
          empty={t`Nothing yet.`}
          rows={[...refused, ...passedOver]}
          total={total}
        />
        <CountRows
          title={t`Why people left`}
          empty={t`Nothing yet.`}
          rows={ends.map((one): [string, number] => [endName(one.reason), one.people])}
          total={report.data.entered}
        />
      </Box>
      <Results automationId={automationId} steps={steps} zone={zone} />
    </>
  );
}

/** What people did after the messages, by step. */
function Results({ automationId, steps, zone }: ReportProps) {
  const results = useQuery(automationResultsQuery(automationId));
  const messages = everyStep(steps).filter((step) => step.kind === "message");
  const nameOf = (stepId: string) => {
    const at = messages.findIndex((step) => step.id === stepId);
    return at === -1 ? t`Removed step` : t`Message ${at + 1}`;
  };
  return (
    <Card variant="outlined" component="section" aria-label={t`Results`} sx={{ p: 2, mt: 2 }}>
      <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
        <Trans>Results of the last 30 days</Trans>
      </Typography>
      <StaleWarning reading={results} />
      {isUnreadable(results) ? (
        <ErrorState compact error={results.error} onRetry={() => void results.refetch()} />
      ) : results.isPending ? (
        <Skeleton variant="rounded" height={160} aria-busy="true" />
      ) : results.data.steps.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No results yet. They appear here a few minutes after the first messages are sent.</Trans>
        </Typography>
      ) : (
        <ResultsTables
          head={t`Step and channel`}
          rows={results.data.steps.map((one) => [nameOf(one.step_id), one])}
          revenue={results.data.revenue.map((one) => [nameOf(one.step_id), one])}
          hours={results.data.hours}
          windowHours={results.data.window_hours}
          zone={zone}
          currency={null}
        />
      )}
    </Card>
  );
}

function summed(rows: readonly [string, number][]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [label, count] of rows) {
    sums.set(label, (sums.get(label) ?? 0) + count);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}
