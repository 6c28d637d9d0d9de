import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { Link as RouterLink } from "react-router";
import { CustomerPicker, type Customer } from "@/shared/customers/customer-picker";
import { type PassTemplate, useCreatePass } from "@/features/wallet/designer/api/templates";
import { columnsOf } from "@/features/wallet/designer/placeholders";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { paths } from "@/shared/config/paths";
import { wholeContent } from "@/shared/wallet/pass-content";

interface MakePassDialogProps {
  template: PassTemplate;
  onClose: () => void;
}

/** Creates one pass from the published version, for a customer or for nobody in particular. */
export function MakePassDialog({ template, onClose }: MakePassDialogProps) {
  const [customer, setCustomer] = useState<Customer | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const create = useCreatePass();
  const made = create.data;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate({ template_id: template.template_id, customer_id: customer?.customer_id ?? null, values });
  };
  return (
    <FormDialog onClose={onClose} asks={!made} aria-labelledby="make-pass-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate>
        <DialogTitle id="make-pass-title">
          <Trans>Create a pass</Trans>
        </DialogTitle>
        <DialogContent>
          {made ? (
            <DialogContentText component="div">
              <Trans>Pass created. Its serial number is {made.serialNumber}.</Trans>{" "}
              <Link component={RouterLink} to={`${paths.passes}?q=${encodeURIComponent(made.serialNumber)}`}>
                <Trans>Show it in the list</Trans>
              </Link>
            </DialogContentText>
          ) : (
            <Stack sx={{ gap: 2, pt: 1 }}>
              {create.isError ? <Alert severity="error">{messageOf(create.error)}</Alert> : null}
              <CustomerPicker
                value={customer}
                onChange={setCustomer}
                helperText={t`The pass shows this customer’s name and balance. Leave it empty for a pass without a customer.`}
              />
              {columnsOf(wholeContent(template.content)).map((column) => (
                <TextField
                  key={column}
                  label={t`Column ${column}`}
                  value={values[column] ?? ""}
                  onChange={(event) => setValues({ ...values, [column]: event.target.value })}
                  slotProps={{ htmlInput: { maxLength: 200 } }}
                />
              ))}
            </Stack>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            {made ? t`Close` : t`Cancel`}
          </Button>
          {made ? null : (
            <Button type="submit" variant="contained" loading={create.isPending}>
              <Trans>Create pass</Trans>
            </Button>
          )}
        </DialogActions>
      </form>
    </FormDialog>
  );
}
