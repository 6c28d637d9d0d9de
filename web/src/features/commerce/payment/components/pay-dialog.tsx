import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useColorScheme } from "@mui/material/styles";
import { useEffect, useId, useRef, useState } from "react";
import { type PaidPlan, type PaymentOptions, useStartPayment } from "@/features/commerce/payment/api/payment";
import { loadStripe, type StripeJs } from "@/features/commerce/payment/stripe-js";
import { PLAN_NAMES } from "@/features/commerce/payment/texts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { formatCount } from "@/shared/format/numbers";

/** Returns the address of the checkout. It is a separate document, because only that one may load Stripe.js. */
export function buyAddress(wanted: { buy: string; interval?: string; currency: string }): string {
  return `${paths.payment}?${new URLSearchParams(wanted).toString()}`;
}

interface PayDialogProps {
  options: PaymentOptions;
  wanted: URLSearchParams;
  onClose: () => void;
  onPaid: () => void;
}

/** Collects the first payment of a plan, or that of credits. The purchase becomes effective when Stripe reports it. */
export function PayDialog({ options, wanted, onClose, onPaid }: PayDialogProps) {
  const titleId = useId();
  const buy = wanted.get("buy") ?? "";
  const credits = options.credit_packs.find((it) => `credits-${it.credits}` === buy)?.credits;
  const isPlan = options.plans.some(({ plan, prices }) => plan === buy && prices.length > 0);
  const [promotion, setPromotion] = useState("");
  const [secret, setSecret] = useState<string | null>(null);
  const start = useStartPayment();
  const toasts = useToasts();
  const title = PLAN_NAMES[buy];
  const refused = start.error instanceof ApiError ? start.error.fields.promotion_code : undefined;
  const currency = wanted.get("currency");
  const begin = () =>
    handleResult(
      start.mutateAsync(
        credits === undefined
          ? {
              plan: buy as PaidPlan,
              interval: wanted.get("interval") === "year" ? "year" : "month",
              currency,
              promotion_code: promotion.trim() || null,
            }
          : { credits: credits as 1000, currency },
      ),
      {
        onSuccess: (found) => {
          if (found === null) {
            toasts.success(t`Nothing to pay. Your plan applies in a moment.`);
            onPaid();
            onClose();
          } else {
            setSecret(found);
          }
        },
      },
    );
  if (!isPlan && credits === undefined) {
    return null;
  }
  return (
    <Dialog open aria-labelledby={titleId} onClose={secret === null ? onClose : undefined} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {credits === undefined ? t`Buy ${title ? t(title) : buy}` : t`Buy ${formatCount(credits)} messages`}
      </DialogTitle>
      {secret === null ? (
        <>
          <DialogContent>
            <Stack spacing={2}>
              {start.isError && refused === undefined ? <Alert severity="error">{messageOf(start.error)}</Alert> : null}
              {credits === undefined ? (
                <TextField
                  label={t`Promotion code (optional)`}
                  value={promotion}
                  onChange={({ target }) => setPromotion(target.value)}
                  error={refused !== undefined}
                  helperText={refused === undefined ? null : t`It ${refused}`}
                  slotProps={{ htmlInput: { maxLength: 50 } }}
                  sx={{ mt: 1 }}
                />
              ) : (
                <Trans>They are used when the messages of your plan are used up, and do not expire.</Trans>
              )}
            </Stack>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button variant="contained" onClick={begin} disabled={start.isPending}>
              <Trans>Go on to payment</Trans>
            </Button>
          </DialogActions>
        </>
      ) : (
        <CardForm publishableKey={options.publishable_key ?? ""} secret={secret} onClose={onClose} onPaid={onPaid} />
      )}
    </Dialog>
  );
}

type Form = { stripe: StripeJs; elements: ReturnType<StripeJs["elements"]> };

interface CardFormProps {
  publishableKey: string;
  secret: string;
  onClose: () => void;
  onPaid: () => void;
}

function CardForm({ publishableKey, secret, onClose, onPaid }: CardFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const { mode, systemMode } = useColorScheme();
  const isDark = (mode === "system" ? systemMode : mode) === "dark";
  const [form, setForm] = useState<Form | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPaying, setPaying] = useState(false);
  const toasts = useToasts();
  useEffect(() => {
    let isGone = false;
    let element: ReturnType<Form["elements"]["create"]> | undefined;
    const show = async () => {
      const stripe = await loadStripe(publishableKey);
      if (isGone || place.current === null) {
        return;
      }
      const elements = stripe.elements({ clientSecret: secret, appearance: { theme: isDark ? "night" : "stripe" } });
      element = elements.create("payment");
      element.mount(place.current);
      element.on("ready", () => setForm({ stripe, elements }));
    };
    show().catch(() => setProblem(t`Stripe cannot be reached. Check your connection, then reload.`));
    return () => {
      isGone = true;
      element?.destroy();
    };
  }, [publishableKey, secret, isDark]);
  const pay = ({ stripe, elements }: Form) => {
    setPaying(true);
    setProblem(null);
    const confirmParams = { return_url: `${window.location.origin}${paths.payment}` };
    handleResult(stripe.confirmPayment({ elements, confirmParams, redirect: "if_required" }), {
      onSuccess: ({ error }) => {
        if (error) {
          setProblem(error.message ?? t`The payment failed.`);
        } else {
          toasts.success(t`Payment received. It counts as soon as Stripe reports it, usually within a minute.`);
          onPaid();
          onClose();
        }
      },
      onError: () => setProblem(t`Stripe cannot be reached. Check your connection, then try again.`),
      onSettled: () => setPaying(false),
    });
  };
  return (
    <>
      <DialogContent>
        <Stack spacing={2}>
          {problem === null ? null : <Alert severity="error">{problem}</Alert>}
          {form === null && problem === null ? (
            <Skeleton variant="rounded" height={160} aria-label={t`Loading the payment form`} />
          ) : null}
          <div ref={place} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPaying}>
          <Trans>Close</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={form === null || isPaying}
          onClick={() => (form === null ? undefined : pay(form))}
        >
          <Trans>Pay</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
