import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface EditConflictProps {
  isOpen: boolean;
  /** Whether the other person's version has been read. */
  isReady: boolean;
  onTheirs: () => void;
  onMine: () => Promise<void>;
  onBack: () => void;
}

/** Asks which change to keep when two people had the same code open. */
export function EditConflict({ isOpen, isReady, onTheirs, onMine, onBack }: EditConflictProps) {
  const titleId = useId();
  const toasts = useToasts();
  return (
    <Dialog open={isOpen} onClose={onBack} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Someone else changed this code</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          <Trans>
            It was saved while you had it open. Save your changes and keep the rest of theirs, or load their version and
            lose your changes.
          </Trans>
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1 }}>
        <Button color="inherit" onClick={onBack}>
          <Trans>Keep editing</Trans>
        </Button>
        <Button disabled={!isReady} onClick={onTheirs}>
          <Trans>Load their version</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={!isReady}
          onClick={() => handleResult(onMine(), { onError: toasts.error })}
        >
          <Trans>Save my changes</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
