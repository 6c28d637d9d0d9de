import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { type ReactNode, useId } from "react";
import { useRemovePerson } from "@/features/org/organization/api/change-people";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface DeleteUserDialogProps {
  userId: string;
  /** The name of the user, and the consequences for them. */
  children?: ReactNode;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a user is deleted, then notifies the caller and closes. */
export function DeleteUserDialog({ userId, children, onDeleted, onClose }: DeleteUserDialogProps) {
  const removal = useRemovePerson();
  const toasts = useToasts();
  const titleId = useId();
  const remove = () =>
    handleResult(removal.mutateAsync(userId), {
      onSuccess: () => {
        onDeleted();
        onClose();
      },
      onError: toasts.error,
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Delete user?</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          <Trans>The user will be permanently deleted.</Trans>
        </DialogContentText>
        {children ? <DialogContentText sx={{ mt: 1.5, overflowWrap: "anywhere" }}>{children}</DialogContentText> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="contained" color="error" disabled={removal.isPending} onClick={remove}>
          <Trans>Delete</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
