import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import type { Customer, CustomerDetail } from "@/features/people/customers/api/customers";
import { useMergeCustomers } from "@/features/people/customers/api/duplicates";
import { birthdayText } from "@/features/people/customers/customer-texts";
import { customerName } from "@/shared/customers/customer-name";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { formatDate } from "@/shared/format/dates";

interface MergeDialogProps {
  customers: readonly [Customer, Customer];
  zone: string | undefined;
  /** Called with the kept profile, or with null if nothing was done. */
  onDone: (kept: CustomerDetail | null) => void;
}

/** Compares two profiles and merges them. */
export function MergeDialog({ customers, zone, onDone }: MergeDialogProps) {
  const merging = useMergeCustomers();
  const [kept, setKept] = useState(customers[0].customer_id);
  const [note, setNote] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const other = customers.find((one) => one.customer_id !== kept) ?? customers[1];
    merging.mutate({ keep: kept, merge: other.customer_id, note: note.trim() }, { onSuccess: onDone });
  };
  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby="merge-title" maxWidth="sm" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="merge-title" sx={{ typography: "h5" }}>
          <Trans>Merge customers</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {merging.error ? <Alert severity="error">{messageOf(merging.error)}</Alert> : null}
            <Typography variant="body2" color="textSecondary">
              <Trans>
                The profile you keep is completed from the other one, with its notes, forms and activity. You can undo
                this on the profile.
              </Trans>
            </Typography>
            <TableContainer>
              <Table size="small">
                <TableHead>
                  <TableRow>
                    <TableCell>
                      <Trans>Keep</Trans>
                    </TableCell>
                    {customers.map((one) => (
                      <TableCell key={one.customer_id}>
                        <FormControlLabel
                          control={
                            <Radio
                              size="small"
                              name="keep"
                              checked={kept === one.customer_id}
                              onChange={() => setKept(one.customer_id)}
                            />
                          }
                          label={customerName(one)}
                        />
                      </TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {factsOf(customers, zone).map(([label, values]) => (
                    <TableRow key={label}>
                      <TableCell component="th" scope="row">
                        {label}
                      </TableCell>
                      {customers.map((one, place) => (
                        <TableCell key={one.customer_id} sx={{ overflowWrap: "anywhere" }}>
                          {values[place] || "–"}
                        </TableCell>
                      ))}
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
            <TextField
              label={t`Reason (optional)`}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={merging.isPending}>
            <Trans>Merge</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

function factsOf(customers: readonly [Customer, Customer], zone: string | undefined) {
  const of = (read: (one: Customer) => string | null) => customers.map(read);
  return [
    [t`Email`, of((one) => one.email)],
    [t`Phone`, of((one) => one.phone)],
    [t`Birthday`, of((one) => (one.birthday === null ? null : birthdayText(one.birthday)))],
    [t`Tags`, of((one) => one.tags.join(", "))],
    [t`Owner`, of((one) => one.owner)],
    [t`Since`, of((one) => formatDate(one.created_at, zone))],
  ] as const;
}
