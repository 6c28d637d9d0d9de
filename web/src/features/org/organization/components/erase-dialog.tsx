import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SubmitEvent, useId, useState } from "react";

const WORD = "ERASE";

interface EraseDialogProps {
  name: string;
  /** Only a visitor, of whom no more is known. */
  isVisitor: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Says what will be gone, and wants a word typed before it is. */
export function EraseDialog({ name, isVisitor, busy, onConfirm, onCancel }: EraseDialogProps) {
  const titleId = useId();
  const [typed, setTyped] = useState("");
  const isSure = typed.trim().toUpperCase() === WORD;
  const confirm = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSure && !busy) {
      onConfirm();
    }
  };
  return (
    <Dialog open onClose={busy ? undefined : onCancel} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form noValidate onSubmit={confirm}>
        <DialogTitle id={titleId} sx={{ typography: "h5", overflowWrap: "anywhere" }}>
          Erase {name}?
        </DialogTitle>
        <DialogContent>
          <Typography color="textSecondary">You can’t undo this. The following will be permanently deleted:</Typography>
          <Box component="ul" sx={{ pl: 2.5, my: 1.5, color: "text.secondary", "& li": { mb: 0.5 } }}>
            {isVisitor ? (
              <li>this visitor, including forms submitted and photos posted from that browser</li>
            ) : (
              <li>the customer, their forms, consents and messages, and all linked browsers</li>
            )}
            <li>their name in all events, including older file versions</li>
            <li>all exports of your organisation, because they may contain the person. Create them again if needed</li>
          </Box>
          <TextField
            autoFocus
            label={`Type ${WORD} to confirm`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={!isSure || busy}>
            Erase permanently
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
