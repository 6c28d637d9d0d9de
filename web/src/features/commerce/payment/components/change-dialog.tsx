import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type Interval, type PaidPlan, previewQuery, useChangePlan } from "@/features/commerce/payment/api/payment";
import { PLAN_NAMES } from "@/features/commerce/payment/texts";
import { handleResult } from "@/shared/api/handle-result";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatCents } from "@/shared/format/numbers";

interface ChangeDialogProps {
  plan: PaidPlan;
  interval: Interval;
  /** What the plan costs from the next invoice on, per interval. */
  later: string | null;
  onClose: () => void;
  onPaid: () => void;
}

/** Shows what a change of plan costs now, and makes the change. */
export function ChangeDialog({ plan, interval, later, onClose, onPaid }: ChangeDialogProps) {
  const titleId = useId();
  const preview = useQuery(previewQuery({ plan, interval }));
  const change = useChangePlan();
  const toasts = useToasts();
  const title = PLAN_NAMES[plan];
  const name = title ? t(title) : plan;
  const confirm = () => {
    if (preview.data) {
      handleResult(change.mutateAsync({ plan, interval, at: preview.data.at }), {
        onSuccess: () => {
          toasts.success(t`Your plan changes to ${name} as soon as the difference is paid`);
          onPaid();
        },
        onError: toasts.error,
        onSettled: onClose,
      });
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t`Change to ${name}?`}</DialogTitle>
      <DialogContent>
        {preview.isPending ? <Skeleton height={96} aria-label={t`Loading the price`} /> : null}
        {preview.isError ? <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} /> : null}
        {preview.data ? (
          <Stack spacing={1}>
            {preview.data.lines.map(({ text, amount }) => (
              <Line
                key={`${text} ${amount}`}
                words={text}
                amount={formatCents(amount, preview.data.currency.toUpperCase())}
              />
            ))}
            {preview.data.tax ? (
              <Line words={t`Tax`} amount={formatCents(preview.data.tax, preview.data.currency.toUpperCase())} />
            ) : null}
            <Line
              isTotal
              words={t`Due now`}
              amount={formatCents(preview.data.amount_due, preview.data.currency.toUpperCase())}
            />
            {later === null ? null : <Line words={t`From the next invoice on`} amount={later} />}
            <Typography variant="body2" color="textSecondary">
              <Trans>What was paid for the rest of the period counts. Money back is credited to later invoices.</Trans>
            </Typography>
          </Stack>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="contained" onClick={confirm} disabled={!preview.data || change.isPending}>
          <Trans>Change plan</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ words, amount, isTotal = false }: { words: string; amount: string; isTotal?: boolean }) {
  return (
    <Stack direction="row" spacing={2} sx={{ justifyContent: "space-between" }}>
      <Typography variant={isTotal ? "subtitle1" : "body2"}>{words}</Typography>
      <Typography variant={isTotal ? "subtitle1" : "body2"}>{amount}</Typography>
    </Stack>
  );
}
