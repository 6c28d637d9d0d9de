import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { backfillQuery, useControlBackfill, useStartBackfill } from "@/features/commerce/integrations/api/integrations";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import type { Connection } from "@/shared/integrations/integrations";

type BackfillState = components["schemas"]["BackfillRead"]["state"];

const STATES: Record<BackfillState, MessageDescriptor> = {
  running: msg`Reading past orders`,
  paused: msg`Paused`,
  cancelled: msg`Cancelled`,
  done: msg`All past orders are read`,
};

interface BackfillProps {
  connection: Connection;
  zone: string;
  mayEdit: boolean;
}

/** Orders from before the shop was connected: how many have been read, and the buttons to control it. */
export function Backfill({ connection, zone, mayEdit }: BackfillProps) {
  const { connection_id, status } = connection;
  const query = useQuery(backfillQuery(connection_id));
  const start = useStartBackfill();
  const control = useControlBackfill();
  const toasts = useToasts();
  const isBusy = start.isPending || control.isPending;
  const act = (action: "pause" | "resume" | "cancel") =>
    handleResult(control.mutateAsync({ connection_id, action }), {
      onSuccess: () => undefined,
      onError: toasts.error,
    });
  const begin = () =>
    handleResult(start.mutateAsync(connection_id), { onSuccess: () => undefined, onError: toasts.error });
  if (query.isPending) {
    return <Skeleton variant="rounded" height={200} aria-label={t`Loading past orders`} />;
  }
  if (query.isError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { backfill } = query.data;
  const isOpen = backfill !== null && (backfill.state === "running" || backfill.state === "paused");
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography component="h2" variant="h5" sx={{ mb: 2 }}>
        {backfill === null ? <Trans>Past orders</Trans> : t(STATES[backfill.state])}
      </Typography>
      <Stack spacing={2} sx={{ alignItems: "flex-start" }}>
        <Typography color="textSecondary">
          <Trans>
            Paid orders of the last 60 days whose customer has an email address or phone number. Reading them again
            records nothing twice.
          </Trans>
        </Typography>
        {status === "connected" ? null : (
          <Alert severity="warning">
            <Trans>Nothing is read while the integration is paused or broken.</Trans>
          </Alert>
        )}
        {backfill === null ? null : <Progress backfill={backfill} />}
        {backfill?.ended_at ? (
          <Typography color="textSecondary">{t`Ended ${formatDateTime(backfill.ended_at, zone)}`}</Typography>
        ) : null}
        {mayEdit ? (
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            {isOpen ? (
              <>
                {backfill.state === "running" ? (
                  <Button variant="outlined" disabled={isBusy} onClick={() => act("pause")}>
                    <Trans>Pause</Trans>
                  </Button>
                ) : (
                  <Button variant="contained" disabled={isBusy} onClick={() => act("resume")}>
                    <Trans>Go on</Trans>
                  </Button>
                )}
                <Button color="error" disabled={isBusy} onClick={() => act("cancel")}>
                  <Trans>Cancel</Trans>
                </Button>
              </>
            ) : (
              <Button variant="contained" disabled={isBusy || status !== "connected"} onClick={begin}>
                {backfill === null ? <Trans>Read past orders</Trans> : <Trans>Read again</Trans>}
              </Button>
            )}
          </Stack>
        ) : null}
      </Stack>
    </Card>
  );
}

function Progress({ backfill }: { backfill: components["schemas"]["BackfillRead"] }) {
  const { read, recorded, left_out, total, state } = backfill;
  const share = total === null || total === 0 ? null : Math.min(100, (read / total) * 100);
  return (
    <Stack spacing={1} sx={{ alignSelf: "stretch" }}>
      {state === "running" || state === "paused" ? (
        <LinearProgress
          aria-label={t`Orders read`}
          variant={share === null && state === "running" ? "indeterminate" : "determinate"}
          value={share ?? 0}
        />
      ) : null}
      <Typography role="status">
        {total === null ? t`${formatCount(read)} read` : t`${formatCount(read)} of ${formatCount(total)} read`}
        {" · "}
        {t`${formatCount(recorded)} recorded, ${formatCount(left_out)} left out`}
      </Typography>
    </Stack>
  );
}
