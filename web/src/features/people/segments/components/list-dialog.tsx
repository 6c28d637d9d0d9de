import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useSaveSegment } from "@/features/people/segments/api/segments";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";

interface ListDialogProps {
  /** Called with the ID of the new list, or with null if none was created. */
  onDone: (segmentId: string | null) => void;
}

/** Creates a list that members fill by hand. */
export function ListDialog({ onDone }: ListDialogProps) {
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const saving = useSaveSegment();
  const save = () =>
    handleResult(saving.mutateAsync({ segment_id: null, name, description, rules: null }), {
      onSuccess: (saved) => onDone(saved.segment_id),
      onError: () => undefined,
    });
  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby="new-list" maxWidth="xs" fullWidth>
      <DialogTitle id="new-list">
        <Trans>Add list</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          id="list-form"
          spacing={2}
          sx={{ pt: 1 }}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField
            label={t`Name`}
            required
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={saving.isError}
            helperText={saving.isError ? messageOf(saving.error) : undefined}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <TextField
            label={t`Description`}
            multiline
            minRows={2}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onDone(null)}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" form="list-form" variant="contained" disabled={saving.isPending || name.trim() === ""}>
          <Trans>Add list</Trans>
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
