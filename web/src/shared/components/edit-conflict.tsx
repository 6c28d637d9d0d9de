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
  title: string;
  isOpen: boolean;
  /** Whether the other person's version has been read. */
  isReady: boolean;
  onTheirs: () => void;
  onMine: () => Promise<void>;
  onBack: () => void;
  /** Whether the save replaces the whole other version, and not only the parts that were changed here. */
  replaces?: boolean;
}

/** Asks which change to keep when two people had the same thing open. */
export function EditConflict({
  title,
  isOpen,
  isReady,
  onTheirs,
  onMine,
  onBack,
  replaces = false,
}: EditConflictProps) {
  const titleId = useId();
  const toasts = useToasts();
  return (
    <Dialog open={isOpen} onClose={onBack} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          {replaces ? (
            <Trans>
              It was saved while you had it open. Save your version over theirs, or load their version and lose your
              changes.
            </Trans>
          ) : (
            <Trans>
              It was saved while you had it open. Save your changes and keep the rest of theirs, or load their version
              and lose your changes.
            </Trans>
          )}
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
