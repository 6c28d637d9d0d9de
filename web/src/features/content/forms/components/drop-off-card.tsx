import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { dropOffQuery, type FormDetail } from "@/features/content/forms/api/forms";
import { dropOffOf, type FieldStep } from "@/features/content/forms/drop-off";
import { isUnreadable } from "@/shared/api/unreadable";
import { StaleWarning } from "@/shared/components/stale-warning";
import { ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";

const percent = (part: number, whole: number) => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`);

/** Shows where people give up: how many saw the form, started it and submitted it, and at which question they left. */
export function DropOffCard({ form, codeId }: { form: FormDetail; codeId: string }) {
  const rows = useQuery(dropOffQuery(codeId));
  const names = form.fields.map((field) => field.name);
  const dropOff = rows.data ? dropOffOf(rows.data, form.form_id, names) : null;
  const labelOf = (name: string) => form.fields.find((field) => field.name === name)?.label ?? name;
  const worst = dropOff?.steps.reduce<FieldStep | null>(
    (most, step) => (step.leftHere > (most?.leftHere ?? 0) ? step : most),
    null,
  );
  return (
    <Card sx={{ p: 2.5, mb: 2 }} component="section" aria-labelledby="drop-off-title">
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "baseline", mb: 1 }}>
        <Typography id="drop-off-title" variant="h6" component="h2">
          <Trans>Completion</Trans>
        </Typography>
        <Typography variant="caption" color="textSecondary">
          <Trans>Last 30 days</Trans>
        </Typography>
      </Stack>
      <StaleWarning reading={rows} />
      {rows.isPending ? (
        <Skeleton variant="rounded" height={56} />
      ) : isUnreadable(rows) ? (
        <ErrorState error={rows.error} onRetry={() => void rows.refetch()} compact />
      ) : dropOff === null ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No visits counted in the last 30 days.</Trans>
        </Typography>
      ) : (
        <>
          <Box
            component="dl"
            sx={{ m: 0, display: "grid", gridTemplateColumns: "repeat(3, minmax(0, 1fr))", gap: 2, maxWidth: 480 }}
          >
            <Step label={t`Saw the form`} count={dropOff.seen} />
            <Step label={t`Started`} count={dropOff.started} share={percent(dropOff.started, dropOff.seen)} />
            <Step label={t`Sent`} count={dropOff.sent} share={percent(dropOff.sent, dropOff.seen)} />
          </Box>
          {worst ? (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5, overflowWrap: "anywhere" }}>
              <Trans>
                Most people who leave stop at “{labelOf(worst.field)}” ({formatCount(worst.leftHere)} of{" "}
                {formatCount(worst.reached)} who reached it).
              </Trans>
            </Typography>
          ) : null}
        </>
      )}
    </Card>
  );
}

function Step({ label, count, share }: { label: string; count: number; share?: string }) {
  return (
    <div>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="h6" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
        {formatCount(count)}
        {share ? (
          <Typography component="span" variant="body2" color="textSecondary">
            {" "}
            {share}
          </Typography>
        ) : null}
      </Typography>
    </div>
  );
}
