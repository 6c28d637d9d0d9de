import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Dialog, { type DialogProps } from "@mui/material/Dialog";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { isSecondClick } from "@/shared/components/double-clicks";
import { incompleteInputs } from "@/shared/components/incomplete-inputs";
import { leadToProblems } from "@/shared/components/lead-to-problems";
import { DialogGuard } from "@/shared/components/leave-guard";

interface FormDialogProps extends Omit<DialogProps, "open" | "onClose" | "slotProps"> {
  open?: boolean;
  /** Whether closing would lose what is typed; false if there is no input, or if it is already saved. */
  asks?: boolean;
  /** Undefined while the dialog must stay open. */
  onClose: (() => void) | undefined;
}

/** A dialog with input: on Escape, a click outside or Back, it asks for confirmation before the input is discarded. */
export function FormDialog({ open = true, asks = true, onClose, onChange, children, ...props }: FormDialogProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [isTyped, setTyped] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  if (!(open && asks) && (isTyped || isLeaving)) {
    setTyped(false);
    setLeaving(false);
  }
  const leave = () => {
    // A half-filled date fires no change event.
    const isLost = asks && (isTyped || (paper.current !== null && incompleteInputs(paper.current).length > 0));
    if (isLost) {
      setLeaving(true);
    } else {
      onClose?.();
    }
  };
  return (
    <Dialog
      {...props}
      open={open}
      onClose={
        onClose === undefined
          ? undefined
          : (event: object, reason) => (isSecondClick(event, reason) ? undefined : leave())
      }
      onChange={(event) => {
        setTyped(true);
        onChange?.(event);
      }}
      slotProps={{ paper: { ref: paper } }}
    >
      {children}
      <Problems within={paper} />
      {open && asks && isTyped ? <DialogGuard /> : null}
      <ConfirmDialog
        open={isLeaving}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave`}
        onConfirm={() => onClose?.()}
        onCancel={() => setLeaving(false)}
      >
        <Trans>You have unsaved changes.</Trans>
      </ConfirmDialog>
    </Dialog>
  );
}

/** Moves the focus to what is wrong, as long as the dialog is open. */
function Problems({ within }: { within: RefObject<HTMLDivElement | null> }) {
  useEffect(() => (within.current === null ? undefined : leadToProblems(within.current)), [within]);
  return null;
}
