import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { amountOf, placesOf } from "@/blocks/currencies";
import { type Order, useRefundOrder } from "@/features/promotions/rewards/api/orders";
import { leftOf } from "@/features/promotions/rewards/order-texts";
import { cents, NO_MONEY } from "@/features/promotions/rewards/typed-numbers";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { formatCents } from "@/shared/format/numbers";

/** Refunds an order, in full or in part. */
export function RefundDialog({ order, onDone }: { order: Order; onDone: () => void }) {
  const refunding = useRefundOrder();
  const left = leftOf(order);
  const [amount, setAmount] = useState(amountOf(left, order.currency).toFixed(placesOf(order.currency)));
  const [note, setNote] = useState("");
  // One refund number per dialog, so that a retry refunds only once.
  const [number] = useState(() => crypto.randomUUID());
  const [typo, setTypo] = useState<string | null>(null);
  const problem = typo ?? (refunding.error instanceof ApiError ? refunding.error.fields.amount_cents : undefined);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wanted = cents(amount, order.currency);
    const isNone = Number.isNaN(wanted) || wanted === 0;
    const isMore = !isNone && wanted > left;
    setTypo(isNone ? t(NO_MONEY) : isMore ? t`At most ${formatCents(left, order.currency)}` : null);
    if (!isNone && !isMore && !refunding.isPending) {
      refunding.mutate(
        {
          source: order.source,
          order_number: order.order_number,
          refund_number: number,
          amount_cents: wanted,
          note: note.trim() || null,
        },
        { onSuccess: onDone },
      );
    }
  };
  return (
    <FormDialog onClose={onDone} aria-labelledby="refund-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="refund-title" sx={{ typography: "h5", overflowWrap: "anywhere" }}>
          {t`Refund order ${order.order_number}`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {refunding.error ? <Alert severity="error">{messageOf(refunding.error)}</Alert> : null}
            <Typography color="textSecondary" variant="body2">
              <Trans>
                Points and stamps that the order gave are taken back in the same proportion, as far as they are still
                there. No money is moved: do that where it was paid.
              </Trans>
            </Typography>
            <TextField
              label={t`Amount in ${order.currency}`}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              error={Boolean(problem)}
              helperText={problem ?? t`Up to ${formatCents(left, order.currency)}`}
              slotProps={{ htmlInput: { inputMode: "decimal" } }}
              required
              autoFocus
            />
            <TextField
              label={t`Note`}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={refunding.isPending}>
            <Trans>Refund</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
