import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
  /** Whether the person is only a visitor, about whom nothing else is known. */
  isVisitor: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Lists what will be erased, and requires a word to be typed before. */
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
          <Trans>Erase {name}?</Trans>
        </DialogTitle>
        <DialogContent>
          <Typography color="textSecondary">
            <Trans>You can’t undo this. The following will be permanently deleted:</Trans>
          </Typography>
          <Box component="ul" sx={{ pl: 2.5, my: 1.5, color: "text.secondary", "& li": { mb: 0.5 } }}>
            {isVisitor ? (
              <li>
                <Trans>this visitor, including forms submitted and photos posted from that browser</Trans>
              </li>
            ) : (
              <li>
                <Trans>the customer, their forms, consents and messages, and all linked browsers</Trans>
              </li>
            )}
            <li>
              <Trans>their name in all events, including older file versions</Trans>
            </li>
            <li>
              <Trans>
                all exports of your organisation, because they may contain the person. Create them again if needed
              </Trans>
            </li>
          </Box>
          <TextField
            autoFocus
            label={t`Type ${WORD} to confirm`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" color="error" disabled={!isSure || busy}>
            <Trans>Erase permanently</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
