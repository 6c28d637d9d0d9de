import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useId, useState } from "react";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

interface NameDialogProps {
  title: string;
  label: string;
  name?: string;
  busy: boolean;
  error: unknown;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for a folder's name. */
export function NameDialog({ title, label, name = "", busy, error, onSave, onClose }: NameDialogProps) {
  const titleId = useId();
  const [text, setText] = useState(name);
  const problem = error instanceof ApiError ? (error.fields["name"] ?? error.message) : error ? messageOf(error) : "";
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    onSave(text.trim());
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={save}>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <TextField
            // A dialog with a single field focuses that field.
            autoFocus
            fullWidth
            label={t`Name`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={problem !== ""}
            helperText={problem}
            slotProps={{ htmlInput: { maxLength: 80 } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={busy || text.trim() === ""}>
            {label}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
