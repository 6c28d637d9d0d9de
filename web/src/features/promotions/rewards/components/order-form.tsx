import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { type Order, useRecordOrder } from "@/features/promotions/rewards/api/orders";
import { whoIn } from "@/features/promotions/rewards/reward-texts";
import { cents, NO_MONEY } from "@/features/promotions/rewards/typed-numbers";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

/** The source of orders whose numbers members enter by hand. */
const SOURCE = "by-hand";

interface OrderFormProps {
  /** The customer of the order, if known. */
  customerId?: string;
  currency: string;
  onDone: (order: Order | null) => void;
}

/** Records an order that no shop or till has reported. */
export function OrderForm({ customerId, currency: usual, onDone }: OrderFormProps) {
  const recording = useRecordOrder();
  const [who, setWho] = useState("");
  const [number, setNumber] = useState("");
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState(usual);
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const fields = recording.error instanceof ApiError ? recording.error.fields : {};
  const problems: Readonly<Record<string, string | undefined>> = { ...fields, ...typos };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wanted = cents(amount, currency.trim());
    const found: Record<string, string> = {};
    if (customerId === undefined && who.trim() === "") {
      found.who = t`Enter whose order it is`;
    }
    if (number.trim() === "") {
      found.order_number = t`Enter the number of the receipt`;
    }
    if (Number.isNaN(wanted) || wanted === 0) {
      found.amount_cents = t(NO_MONEY);
    }
    setTypos(found);
    if (Object.keys(found).length === 0 && !recording.isPending) {
      const person = customerId === undefined ? whoIn(who) : { customer_id: customerId };
      const order = {
        ...person,
        source: SOURCE,
        order_number: number.trim(),
        amount_cents: wanted,
        currency: currency.trim().toUpperCase(),
      };
      recording.mutate(order, { onSuccess: onDone });
    }
  };
  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby="order-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="order-title" sx={{ typography: "h5" }}>
          <Trans>Record an order</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {recording.error ? <Alert severity="error">{messageOf(recording.error)}</Alert> : null}
            {customerId === undefined ? (
              <TextField
                label={t`Customer`}
                value={who}
                onChange={({ target }) => setWho(target.value)}
                error={Boolean(problems.who ?? problems.email ?? problems.phone)}
                helperText={problems.who ?? problems.email ?? problems.phone ?? t`Email, phone or customer number`}
                slotProps={{ htmlInput: { maxLength: 254, autoCapitalize: "none" } }}
                required
                autoFocus
              />
            ) : null}
            <TextField
              label={t`Number of the receipt`}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
              error={Boolean(problems.order_number)}
              helperText={problems.order_number ?? t`The same number is recorded once`}
              slotProps={{ htmlInput: { maxLength: 100 } }}
              required
            />
            <Stack direction="row" spacing={2}>
              <TextField
                label={t`Amount`}
                value={amount}
                onChange={({ target }) => setAmount(target.value)}
                error={Boolean(problems.amount_cents)}
                helperText={problems.amount_cents}
                slotProps={{ htmlInput: { inputMode: "decimal" } }}
                sx={{ flex: 1 }}
                required
              />
              <TextField
                label={t`Currency`}
                value={currency}
                onChange={({ target }) => setCurrency(target.value)}
                error={Boolean(problems.currency)}
                helperText={problems.currency}
                slotProps={{ htmlInput: { maxLength: 3, autoCapitalize: "characters" } }}
                sx={{ maxWidth: 120 }}
                required
              />
            </Stack>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={recording.isPending}>
            <Trans>Record</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
