import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";
import { isSecondClick } from "@/shared/components/double-clicks";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The label of the other button. “Cancel” would be ambiguous if something is cancelled. */
  cancelLabel?: string;
  /** The color of the button, if nothing is deleted. */
  color?: "error" | "primary";
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before something is deleted. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      open={props.open}
      onClose={(event: object, reason) => (isSecondClick(event, reason) ? undefined : props.onCancel())}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {props.title}
      </DialogTitle>
      <DialogContent>
        <DialogContentText component="div" sx={{ overflowWrap: "anywhere" }}>
          {props.children}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={props.onCancel}>
          {props.cancelLabel ?? <Trans>Cancel</Trans>}
        </Button>
        <Button
          variant="contained"
          color={props.color ?? "error"}
          disabled={props.busy}
          // The second click of a double click confirms nothing more.
          onClick={({ detail }) => (detail > 1 ? undefined : props.onConfirm())}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
