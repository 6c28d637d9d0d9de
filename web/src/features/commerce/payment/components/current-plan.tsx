import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Subscription, useEndPlan, usePortal } from "@/features/commerce/payment/api/payment";
import { PLAN_NAMES } from "@/features/commerce/payment/texts";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDate } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

const CANCELLABLE: readonly Subscription["state"][] = ["trialing", "active", "past_due", "unpaid", "paused"];

interface CurrentPlanProps {
  subscription: Subscription;
  /** Whether the user has just paid, and Stripe has not reported it yet. */
  isAwaited: boolean;
}

/** The organisation's plan, its end date, and whether it is paid. */
export function CurrentPlan({ subscription, isAwaited }: CurrentPlanProps) {
  const zone = useOrganizationData().data?.time_zone;
  const [isEnding, setEnding] = useState(false);
  const end = useEndPlan();
  const portal = usePortal();
  const toasts = useToasts();
  const name = (plan: string) => (PLAN_NAMES[plan] ? t(PLAN_NAMES[plan]) : plan);
  const { plan, paid_plan: paidPlan, cancel_at: cancelAt, period_end: periodEnd, state } = subscription;
  const change = (isKept: boolean) =>
    handleResult(end.mutateAsync(isKept), {
      onSuccess: () => toasts.success(isKept ? t`Your plan continues` : t`Your plan ends with its period`),
      onError: toasts.error,
      onSettled: () => setEnding(false),
    });
  const openPortal = () =>
    handleResult(portal.mutateAsync(), {
      onSuccess: ({ url }) => window.location.assign(url),
      onError: toasts.error,
    });
  const isOwed = state === "past_due" || state === "unpaid";
  return (
    <Card>
      <CardContent component={Stack} spacing={2}>
        <Stack direction="row" spacing={1} sx={{ alignItems: "center", flexWrap: "wrap" }}>
          <Typography variant="h5" component="h2">
            <Trans>Your plan: {name(plan)}</Trans>
          </Typography>
          {isOwed ? <Chip color="error" size="small" label={t`Payment due`} /> : null}
          {cancelAt ? <Chip size="small" label={t`Cancelled`} /> : null}
        </Stack>
        <Unpaid subscription={subscription} paidPlan={paidPlan ? name(paidPlan) : ""} />
        {state === "incomplete" ? (
          <Alert severity="info">
            {isAwaited ? (
              <Trans>Your payment is being confirmed. Your plan applies in a moment.</Trans>
            ) : (
              <Trans>The first payment is not complete. Choose the plan again to finish it.</Trans>
            )}
          </Alert>
        ) : null}
        {state === "incomplete" ? null : (
          <Typography color="textSecondary">{periodText(cancelAt ?? null, periodEnd ?? null, zone)}</Typography>
        )}
        {subscription.has_customer ? (
          <Stack direction="row" spacing={1} sx={{ flexWrap: "wrap" }}>
            <Button variant="outlined" onClick={openPortal} disabled={portal.isPending}>
              <Trans>Payment method and address</Trans>
            </Button>
            {CANCELLABLE.includes(state) && !cancelAt ? (
              <Button color="error" onClick={() => setEnding(true)}>
                <Trans>Cancel plan</Trans>
              </Button>
            ) : null}
            {cancelAt ? (
              <Button onClick={() => change(true)} disabled={end.isPending}>
                <Trans>Keep plan</Trans>
              </Button>
            ) : null}
          </Stack>
        ) : null}
      </CardContent>
      <ConfirmDialog
        open={isEnding}
        title={t`Cancel your plan?`}
        confirmLabel={t`Cancel plan`}
        cancelLabel={t`Keep plan`}
        busy={end.isPending}
        onConfirm={() => change(false)}
        onCancel={() => setEnding(false)}
      >
        <Trans>
          You keep it until the end of the paid period. Then the free plan applies: printed codes keep working, and
          nothing is deleted, but you cannot add more than the free plan has.
        </Trans>
      </ConfirmDialog>
    </Card>
  );
}

function periodText(cancelAt: string | null, periodEnd: string | null, zone: string | undefined): string {
  if (cancelAt) {
    return t`It ends on ${formatDate(cancelAt, zone)}.`;
  }
  return periodEnd ? t`It is renewed on ${formatDate(periodEnd, zone)}.` : t`It costs nothing.`;
}

/** Explains what happens while an invoice is unpaid. */
function Unpaid({ subscription, paidPlan }: { subscription: Subscription; paidPlan: string }) {
  const zone = useOrganizationData().data?.time_zone;
  const { unpaid_since: since, grace_until: until, state, plan, paid_plan: paid } = subscription;
  if (!since || !until || state === "incomplete") {
    return null;
  }
  const day = formatDate(since, zone);
  return (
    <Alert severity="error">
      {plan === paid ? (
        <Trans>
          The invoice of {day} could not be paid. Update the payment method: until {formatDate(until, zone)} you keep
          the plan {paidPlan}. Printed codes keep working in any case.
        </Trans>
      ) : (
        <Trans>
          The invoice of {day} is not paid, so the free plan applies. Update the payment method to get {paidPlan} back.
          Printed codes keep working.
        </Trans>
      )}
    </Alert>
  );
}
