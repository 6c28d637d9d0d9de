import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId } from "react";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";

interface ChangedMeanwhileProps {
  /** What somebody else changed, in one word; null while nothing is asked. */
  what: string | null;
  /** Whether theirs was read. */
  isReady: boolean;
  onTheirs: () => void;
  onMine: () => Promise<void>;
  onBack: () => void;
}

/** Asks whose change shall stand when two people had the same thing open. */
export function ChangedMeanwhile({ what, isReady, onTheirs, onMine, onBack }: ChangedMeanwhileProps) {
  const titleId = useId();
  const toasts = useToasts();
  return (
    <Dialog open={what !== null} onClose={onBack} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        Somebody else changed this {what}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          They saved it while you had it open. Save what you changed, and the rest stays as they left it. Or load
          theirs, and what you changed here is gone.
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 1 }}>
        <Button color="inherit" onClick={onBack}>
          Go on editing
        </Button>
        <Button disabled={!isReady} onClick={onTheirs}>
          Load theirs
        </Button>
        <Button variant="contained" disabled={!isReady} onClick={() => settle(onMine(), { onError: toasts.error })}>
          Save mine
        </Button>
      </DialogActions>
    </Dialog>
  );
}
