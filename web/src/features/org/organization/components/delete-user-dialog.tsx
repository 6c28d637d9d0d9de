import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useRemovePerson } from "@/features/org/organization/api/change-people";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

interface DeleteUserDialogProps {
  userId: string;
  title?: string;
  confirmLabel?: string;
  /** The consequences. */
  children?: ReactNode;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a member or an invitation is removed, then notifies the caller and closes. */
export function DeleteUserDialog({
  userId,
  title = t`Delete user?`,
  confirmLabel = t`Delete`,
  children = t`The user will be permanently deleted.`,
  onDeleted,
  onClose,
}: DeleteUserDialogProps) {
  const removal = useRemovePerson();
  const toasts = useToasts();
  const remove = () =>
    handleResult(removal.mutateAsync(userId), {
      onSuccess: () => {
        onDeleted();
        onClose();
      },
      onError: toasts.error,
    });
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={confirmLabel}
      busy={removal.isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
