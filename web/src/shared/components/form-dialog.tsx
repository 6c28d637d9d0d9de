import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Dialog, { type DialogProps } from "@mui/material/Dialog";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { isSecondClick } from "@/shared/components/double-clicks";
import { incompleteInputs } from "@/shared/components/incomplete-inputs";
import { leadToProblems } from "@/shared/components/lead-to-problems";

interface FormDialogProps extends Omit<DialogProps, "open" | "onClose" | "slotProps"> {
  open?: boolean;
  /** Whether what is typed would be lost now; false where nothing is asked for, or where it is kept already. */
  asks?: boolean;
  /** Not given while it must stay. */
  onClose: (() => void) | undefined;
}

/** A dialog in which something is typed: Escape, or a click beside it, asks before that is thrown away. */
export function FormDialog({ open = true, asks = true, onClose, onChange, children, ...props }: FormDialogProps) {
  const paper = useRef<HTMLDivElement>(null);
  const [isTyped, setTyped] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  if (!(open && asks) && (isTyped || isLeaving)) {
    setTyped(false);
    setLeaving(false);
  }
  const leave = () => {
    // A date that is only half filled in tells of no change.
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

/** Leads to what is wrong, as long as the dialog is open. */
function Problems({ within }: { within: RefObject<HTMLDivElement | null> }) {
  useEffect(() => (within.current === null ? undefined : leadToProblems(within.current)), [within]);
  return null;
}
