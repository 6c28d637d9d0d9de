import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useId, useState } from "react";
import { FormDialog } from "@/shared/components/form-dialog";

interface LinkDialogProps {
  initial: string;
  /** An empty text removes the link. */
  onSave: (address: string) => void;
  onCancel: () => void;
}

const ALLOWED = /^(https?:\/\/|mailto:|tel:)\S+$/i;

function completed(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || ALLOWED.test(trimmed)) {
    return trimmed;
  }
  return /^\S+@\S+\.\S+$/.test(trimmed) ? `mailto:${trimmed}` : `https://${trimmed}`;
}

/** Asks for the address of a link. */
export function LinkDialog({ initial, onSave, onCancel }: LinkDialogProps) {
  const [text, setText] = useState(initial);
  const titleId = useId();
  const address = completed(text);
  const isWrong = address !== "" && !ALLOWED.test(address);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isWrong) {
      onSave(address);
    }
  };
  return (
    <FormDialog onClose={onCancel} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={save}>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          <Trans>Link</Trans>
        </DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            label="URL"
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={isWrong}
            helperText={isWrong ? t`Enter a valid URL, email address or tel: link` : t`A URL, an email address or tel:`}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          {initial ? (
            <Button color="error" onClick={() => onSave("")} sx={{ mr: "auto" }}>
              <Trans>Remove link</Trans>
            </Button>
          ) : null}
          <Button color="inherit" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={isWrong}>
            <Trans>Set link</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
