import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { useTagCustomers } from "@/features/people/customers/api/customers";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

interface TagDialogProps {
  customerIds: readonly string[];
  tags: readonly string[];
  /** Called with the number of customers whose tags changed, or with null if nothing was done. */
  onDone: (changed: number | null) => void;
}

/** Adds tags to the selected customers, and removes others. */
export function TagDialog({ customerIds, tags, onDone }: TagDialogProps) {
  const tagging = useTagCustomers();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    tagging.mutate({ customer_ids: [...customerIds], add, remove }, { onSuccess: ({ changed }) => onDone(changed) });
  };
  const count = customerIds.length;
  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby="tag-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="tag-title" sx={{ typography: "h5" }}>
          {plural(count, { one: "Tags of # customer", other: "Tags of # customers" })}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {tagging.error ? <Alert severity="error">{messageOf(tagging.error)}</Alert> : null}
            <Autocomplete
              multiple
              freeSolo
              autoSelect
              options={tags}
              value={add}
              onChange={(_, value) => setAdd(value)}
              renderInput={(params) => (
                <TextField {...params} label={t`Add`} helperText={t`Type a tag and press Enter`} />
              )}
            />
            <Autocomplete
              multiple
              options={tags}
              value={remove}
              onChange={(_, value) => setRemove(value)}
              renderInput={(params) => <TextField {...params} label={t`Remove`} />}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={tagging.isPending || (add.length === 0 && remove.length === 0)}
          >
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
