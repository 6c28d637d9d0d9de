import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardActions from "@mui/material/CardActions";
import CardContent from "@mui/material/CardContent";
import Grid from "@mui/material/Grid";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Interval, PaidPlan, PaymentOptions, Plan } from "@/features/commerce/payment/api/payment";
import { ChangeDialog } from "@/features/commerce/payment/components/change-dialog";
import { buyAddress } from "@/features/commerce/payment/components/pay-dialog";
import { perInterval, PLAN_NAMES, priceText, quotaText } from "@/features/commerce/payment/texts";

/** The plans on sale, side by side. */
export function Plans({ options, onPaid }: { options: PaymentOptions; onPaid: () => void }) {
  const { subscription, plans } = options;
  const [interval, setInterval] = useState<Interval>(subscription.interval ?? "month");
  const currencies = [...new Set(plans.flatMap(({ prices }) => prices.flatMap(({ amounts }) => Object.keys(amounts))))];
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = subscription.currency ?? chosen ?? plans.flatMap(({ prices }) => prices)[0]?.currency ?? "usd";
  const [changingTo, setChangingTo] = useState<PaidPlan | null>(null);
  const pays = ["active", "trialing", "past_due", "unpaid", "paused"].includes(subscription.state);
  return (
    <Stack spacing={2} component="section" aria-labelledby="plans">
      <Stack direction="row" spacing={2} sx={{ alignItems: "center", flexWrap: "wrap", rowGap: 1 }}>
        <Typography variant="h5" component="h2" id="plans">
          <Trans>Plans</Trans>
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={interval}
          aria-label={t`How often you pay`}
          onChange={(_, value: Interval | null) => setInterval(value ?? interval)}
        >
          <ToggleButton value="month">
            <Trans>Monthly</Trans>
          </ToggleButton>
          <ToggleButton value="year">
            <Trans>Yearly</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
        {currencies.length > 1 && !pays ? (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={currency}
            aria-label={t`Currency`}
            onChange={(_, value: string | null) => setChosen(value ?? currency)}
          >
            {currencies.map((it) => (
              <ToggleButton key={it} value={it}>
                {it.toUpperCase()}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        ) : null}
      </Stack>
      <Grid container spacing={2}>
        {plans.map((plan) => (
          <Grid key={plan.plan} size={{ xs: 12, sm: 6, md: 3 }}>
            <PlanCard
              plan={plan}
              interval={interval}
              currency={currency}
              isOwn={
                pays
                  ? subscription.paid_plan === plan.plan && subscription.interval === interval
                  : subscription.plan === plan.plan
              }
              onChoose={() => {
                const wanted = plan.plan as PaidPlan;
                if (pays) {
                  setChangingTo(wanted);
                } else {
                  window.location.assign(buyAddress({ buy: wanted, interval, currency }));
                }
              }}
            />
          </Grid>
        ))}
      </Grid>
      {changingTo ? (
        <ChangeDialog
          plan={changingTo}
          interval={interval}
          later={laterText(plans.find((it) => it.plan === changingTo)?.prices, interval, currency)}
          onPaid={onPaid}
          onClose={() => setChangingTo(null)}
        />
      ) : null}
    </Stack>
  );
}

/** Returns what a plan costs per interval, and whether tax is added. */
function laterText(prices: Plan["prices"] | undefined, interval: Interval, currency: string): string | null {
  const price = prices?.find((it) => it.interval === interval);
  if (price === undefined) {
    return null;
  }
  const each = perInterval(priceText(price, currency), interval);
  return price.includes_tax ? each : t`${each}, plus tax`;
}

interface PlanCardProps {
  plan: Plan;
  interval: Interval;
  currency: string;
  isOwn: boolean;
  onChoose: () => void;
}

function PlanCard({ plan, interval, currency, isOwn, onChoose }: PlanCardProps) {
  const price = plan.prices.find((it) => it.interval === interval);
  const title = PLAN_NAMES[plan.plan];
  const name = title ? t(title) : plan.plan;
  return (
    <Card variant="outlined" sx={{ height: 1, display: "flex", flexDirection: "column" }}>
      <CardContent sx={{ flex: 1 }}>
        <Typography variant="h6" component="h3">
          {name}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 1 }}>
          {price ? perInterval(priceText(price, currency), interval) : null}
          {plan.prices.length === 0 ? <Trans>Costs nothing</Trans> : null}
          {!price && plan.prices.length > 0 ? (
            interval === "month" ? (
              <Trans>Sold by the year only</Trans>
            ) : (
              <Trans>Sold by the month only</Trans>
            )
          ) : null}
          {price && !price.includes_tax ? <Trans>, plus tax</Trans> : null}
        </Typography>
        <ul>
          {Object.entries(plan.quotas).map(([quota, allowed]) => (
            <Typography component="li" variant="body2" key={quota}>
              {quotaText(quota, allowed ?? null)}
            </Typography>
          ))}
        </ul>
      </CardContent>
      <CardActions sx={{ p: 2 }}>
        {isOwn ? (
          <Typography variant="body2">
            <Trans>Your plan</Trans>
          </Typography>
        ) : null}
        {!isOwn && price ? (
          <Button variant="contained" onClick={onChoose}>
            {t`Choose ${name}`}
          </Button>
        ) : null}
      </CardActions>
    </Card>
  );
}
