import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { type Plan, type Trial, trialQuery, useTryAutomation } from "@/features/messaging/automations/api/automations";
import { endName } from "@/features/messaging/automations/words";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";
import { reasonName } from "@/shared/messages/words";

/** Tries the plan on the last 30 days: whom it would have reached, and why not the others. */
export function TrialPanel({ plan }: { plan: Plan }) {
  const [jobId, setJobId] = useState<string | null>(null);
  const [tried, setTried] = useState(plan);
  const starting = useTryAutomation();
  const toasts = useToasts();
  const found = useQuery(trialQuery(jobId));
  const isRunning =
    starting.isPending ||
    (jobId !== null && (found.isPending || ["queued", "running"].includes(found.data?.state ?? "")));
  const start = () =>
    handleResult(starting.mutateAsync(plan), {
      onSuccess: (started) => {
        setJobId(started.job_id);
        setTried(plan);
      },
      onError: toasts.error,
    });
  return (
    <Card variant="outlined" component="section" aria-label={t`Trial`} sx={{ p: 2 }}>
      <Typography variant="subtitle1" component="h2">
        <Trans>Try it</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        <Trans>See whom this would have reached in the last 30 days. Nothing is sent.</Trans>
      </Typography>
      <Button variant="outlined" onClick={start} disabled={isRunning}>
        <Trans>Try with the last 30 days</Trans>
      </Button>
      <Box aria-live="polite" sx={{ mt: 2 }}>
        {isRunning ? <LinearProgress aria-label={t`Trying`} /> : null}
        {found.isError ? <Alert severity="warning">{messageOf(found.error)}</Alert> : null}
        {found.data?.state === "failed" ? (
          <Alert severity="error">{found.data.error ?? t`The trial failed.`}</Alert>
        ) : null}
        {found.data?.trial && tried !== plan ? (
          <Alert severity="info" sx={{ mb: 1.5 }}>
            <Trans>You have changed the automation since. Try it again to see what the changes do.</Trans>
          </Alert>
        ) : null}
        {found.data?.trial ? <Found trial={found.data.trial} /> : null}
      </Box>
    </Card>
  );
}

function Found({ trial }: { trial: Trial }) {
  return (
    <Stack spacing={1.5}>
      <Typography variant="h6" component="p">
        {plural(trial.messages, { one: "Would have sent # message", other: "Would have sent # messages" })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {plural(trial.people, { one: "# person would have entered.", other: "# people would have entered." })}{" "}
        {trial.is_estimate
          ? t`Estimated from ${formatCount(trial.checked)} of them.`
          : t`Conditions and consent are checked as of now.`}
      </Typography>
      {trial.refused.length > 0 ? (
        <Box component="ul" aria-label={t`Not sent, by reason`} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {trial.refused.map((one) => (
            <Box component="li" key={one.reason} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
              <Typography variant="body2">
                {one.reason === "segment_left" ? endName(one.reason) : reasonName(one.reason)}
              </Typography>
              <Typography variant="body2">{formatCount(one.people)}</Typography>
            </Box>
          ))}
        </Box>
      ) : null}
      {trial.sample.length > 0 ? (
        <Box>
          <Typography variant="subtitle2" component="h3">
            <Trans>Some of them</Trans>
          </Typography>
          <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
            {trial.sample.map((one) => (
              <Box
                component="li"
                key={one.customer_id}
                sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}
              >
                <Link
                  component={RouterLink}
                  to={paths.customer(one.customer_id)}
                  variant="body2"
                  noWrap
                  sx={{ lineHeight: "24px" }}
                >
                  {[one.first_name, one.last_name].filter(Boolean).join(" ") || one.number}
                </Link>
                <Typography variant="body2" color="textSecondary" noWrap>
                  {one.messages > 0
                    ? plural(one.messages, { one: "# message", other: "# messages" })
                    : one.reasons.map(reasonName).join(", ")}
                </Typography>
              </Box>
            ))}
          </Box>
        </Box>
      ) : null}
    </Stack>
  );
}
