import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { PaymentOptions } from "@/features/commerce/payment/api/payment";
import { buyAddress } from "@/features/commerce/payment/components/pay-dialog";
import { priceText } from "@/features/commerce/payment/texts";
import { formatCount } from "@/shared/format/numbers";

/** Messages that are bought in addition to those of the plan. */
export function Credits({ options }: { options: PaymentOptions }) {
  const packs = options.credit_packs;
  const currency = options.subscription.currency ?? packs[0]?.price.currency ?? "usd";
  if (packs.length === 0 && options.credits === 0) {
    return null;
  }
  return (
    <Card>
      <CardContent component={Stack} spacing={1}>
        <Typography variant="h5" component="h2">
          <Trans>Message credits</Trans>
        </Typography>
        <Typography>
          <Plural value={options.credits} one="# message" other="# messages" />
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <Trans>Credits are used when the messages of your plan are used up, and do not expire.</Trans>
        </Typography>
        <Stack direction="row" spacing={1} sx={{ flexWrap: "wrap", rowGap: 1 }}>
          {packs.map(({ credits, price }) => (
            <Button
              key={credits}
              variant="outlined"
              onClick={() => window.location.assign(buyAddress({ buy: `credits-${credits}`, currency }))}
            >
              {t`Buy ${formatCount(credits)} for ${priceText(price, currency)}`}
            </Button>
          ))}
        </Stack>
      </CardContent>
    </Card>
  );
}
