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
import { useNavigate } from "react-router";
import { type CustomerDetail, useEraseCustomer } from "@/features/people/customers/api/customers";
import { customerName } from "@/shared/customers/customer-name";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

/** Lists what will be erased, and asks for the reason. */
export function EraseDialog({ customer, onCancel }: { customer: CustomerDetail; onCancel: () => void }) {
  const erase = useEraseCustomer();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [reason, setReason] = useState("");
  const name = customerName(customer);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(erase.mutateAsync({ customerId: customer.customer_id, reason: reason.trim() }), {
      onSuccess: () => {
        toasts.success(t`Erasure started. Its receipt appears under Settings, Privacy.`);
        void navigate(paths.customers);
      },
    });
  };
  return (
    <FormDialog onClose={onCancel} aria-labelledby="erase-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="erase-title" sx={{ typography: "h5", overflowWrap: "anywhere" }}>
          <Trans>Erase {name}?</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {erase.error ? <Alert severity="error">{messageOf(erase.error)}</Alert> : null}
            <Typography color="textSecondary">
              <Trans>
                Everything that names this person is deleted: profile, notes, answers and events. Totals stay. This
                can’t be undone.
              </Trans>
            </Typography>
            <TextField
              autoFocus
              required
              label={t`Reason`}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              helperText={t`Stays with the receipt, so don’t name the person.`}
              slotProps={{ htmlInput: { maxLength: 500, autoComplete: "off" } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="error"
            disabled={reason.trim() === "" || erase.isPending || erase.isSuccess}
          >
            <Trans>Erase</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
