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
  /** What somebody else changed, in one word; null while nothing is asked. */
  what: string | null;
  /** Whether theirs was read. */
  isReady: boolean;
  onTheirs: () => void;
  onMine: () => Promise<void>;
  onBack: () => void;
}

/** Asks whose change shall stand when two people had the same thing open. */
export function EditConflict({ what, isReady, onTheirs, onMine, onBack }: EditConflictProps) {
  const titleId = useId();
  const toasts = useToasts();
  return (
    <Dialog open={what !== null} onClose={onBack} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        Someone else changed this {what}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          It was saved while you had it open. Save your changes and keep the rest of theirs, or load their version and
          lose your changes.
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1 }}>
        <Button color="inherit" onClick={onBack}>
          Keep editing
        </Button>
        <Button disabled={!isReady} onClick={onTheirs}>
          Load their version
        </Button>
        <Button
          variant="contained"
          disabled={!isReady}
          onClick={() => handleResult(onMine(), { onError: toasts.error })}
        >
          Save my changes
        </Button>
      </DialogActions>
    </Dialog>
  );
}
