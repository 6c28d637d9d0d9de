import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { ledgerQuery, type Movement, type Unit, usePostCard } from "@/features/promotions/rewards/api/rewards";
import { amountText, MOVEMENTS } from "@/features/promotions/rewards/reward-texts";
import { NO_WHOLE, wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { ApiError, messageOf } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { FormDialog } from "@/shared/components/form-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";
import { formatCount } from "@/shared/format/numbers";

/** A customer's points and stamps: balances, movements, and giving or correcting them. */
export function CustomerLedger({ customerId, mayEdit }: { customerId: string; mayEdit: boolean }) {
  const zone = useOrganizationData().data?.time_zone;
  const [page, setPage] = useState(1);
  const [change, setChange] = useState<"add" | "correct" | null>(null);
  const ledger = useQuery({ ...ledgerQuery(customerId, page), placeholderData: keepPreviousData });
  if (ledger.isPending) {
    return <Skeleton variant="rounded" height={120} />;
  }
  if (isUnreadable(ledger)) {
    return <ErrorState compact error={ledger.error} onRetry={() => void ledger.refetch()} />;
  }
  const { balances, tier, items, total, pageSize } = ledger.data;
  return (
    <Stack spacing={2}>
      <Stack component="dl" direction="row" spacing={4} sx={{ m: 0 }}>
        {balances.map((balance) => (
          <div key={balance.unit}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {balance.unit === "points" ? t`Points` : t`Stamps`}
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0 }}>
              {formatCount(balance.available)}
            </Typography>
            {balance.pending > 0 ? (
              <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0, display: "block" }}>
                {t`${formatCount(balance.pending)} pending`}
              </Typography>
            ) : null}
            {balance.next_expiry === null ? null : (
              <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0, display: "block" }}>
                {t`${formatCount(balance.expiring)} until ${formatDate(balance.next_expiry, zone)}`}
              </Typography>
            )}
          </div>
        ))}
        {tier.name === null ? null : (
          <div>
            <Typography component="dt" variant="caption" color="textSecondary">
              <Trans>Tier</Trans>
            </Typography>
            <Typography component="dd" variant="h5" sx={{ m: 0 }}>
              {tier.name}
            </Typography>
          </div>
        )}
      </Stack>
      {mayEdit ? (
        <Stack direction="row" spacing={1}>
          <Button variant="outlined" onClick={() => setChange("add")}>
            <Trans>Give</Trans>
          </Button>
          <Button variant="outlined" onClick={() => setChange("correct")}>
            <Trans>Correct</Trans>
          </Button>
        </Stack>
      ) : null}
      {items.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>No points or stamps yet.</Trans>
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
          {items.map((movement) => (
            <MovementRow key={movement.movement_id} movement={movement} zone={zone} />
          ))}
        </Box>
      )}
      {total > pageSize ? (
        <Stack direction="row" spacing={1} sx={{ alignItems: "center" }}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            <Trans>Newer</Trans>
          </Button>
          <Button size="small" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
            <Trans>Older</Trans>
          </Button>
        </Stack>
      ) : null}
      {change === null ? null : <ChangeDialog customerId={customerId} action={change} onDone={() => setChange(null)} />}
    </Stack>
  );
}

function MovementRow({ movement, zone }: { movement: Movement; zone: string | undefined }) {
  const remarks = [movement.recorded_by, formatDateTime(movement.recorded_at, zone), movement.note];
  return (
    <Stack component="li" direction="row" spacing={2} sx={{ py: 1, borderTop: 1, borderColor: "divider" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2">
          {movement.is_undone ? t`${t(MOVEMENTS[movement.reason])} (undone)` : t(MOVEMENTS[movement.reason])}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {remarks.filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <Typography variant="body2" sx={{ whiteSpace: "nowrap" }}>
        {amountText(movement.amount, movement.unit)}
      </Typography>
    </Stack>
  );
}

interface ChangeDialogProps {
  customerId: string;
  action: "add" | "correct";
  onDone: () => void;
}

function ChangeDialog({ customerId, action, onDone }: ChangeDialogProps) {
  const posting = usePostCard();
  const [unit, setUnit] = useState<Unit>("points");
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  // One idempotency key per dialog, so that a retry counts only once.
  const [key] = useState(() => crypto.randomUUID());
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const problems = { ...(posting.error instanceof ApiError ? posting.error.fields : {}), ...typos };
  const isCorrection = action === "correct";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const sign = isCorrection && amount.trim().startsWith("-") ? -1 : 1;
    const wanted = sign * wholeNumber(sign < 0 ? amount.trim().slice(1) : amount);
    const isTypo = Number.isNaN(wanted);
    setTypos(isTypo ? { amount: t(NO_WHOLE) } : {});
    if (isTypo) {
      posting.reset();
    } else if (!posting.isPending) {
      const typed = {
        customer_id: customerId,
        action,
        unit,
        amount: wanted || null,
        note: note.trim() || null,
      };
      posting.mutate({ ...typed, idempotency_key: key }, { onSuccess: onDone });
    }
  };
  return (
    <FormDialog onClose={onDone} aria-labelledby="change-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="change-title" sx={{ typography: "h5" }}>
          {isCorrection ? t`Correct a balance` : t`Give points or stamps`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {posting.error ? <Alert severity="error">{messageOf(posting.error)}</Alert> : null}
            <TextField select label={t`Unit`} value={unit} onChange={({ target }) => setUnit(target.value as Unit)}>
              <MenuItem value="points">
                <Trans>Points</Trans>
              </MenuItem>
              <MenuItem value="stamps">
                <Trans>Stamps</Trans>
              </MenuItem>
            </TextField>
            <TextField
              label={t`Amount`}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              error={Boolean(problems.amount)}
              helperText={problems.amount ?? (isCorrection ? t`Use a minus sign to deduct` : undefined)}
              slotProps={{ htmlInput: { inputMode: isCorrection ? "text" : "numeric" } }}
              autoFocus
            />
            <TextField
              label={isCorrection ? t`Reason` : t`Note`}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              required={isCorrection}
              error={Boolean(problems.note)}
              helperText={problems.note}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={posting.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
