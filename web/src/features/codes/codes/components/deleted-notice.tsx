import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useRestoreCode } from "@/features/codes/codes/api/delete-code";
import type { Code } from "@/features/codes/codes/types";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";

/** Says of a deleted code that nothing of it can be changed, and brings it back; what was typed stays. */
export function DeletedNotice({ code }: { code: Code }) {
  const restoration = useRestoreCode();
  const toasts = useToasts();
  if (code.deleted_at === null) {
    return null;
  }
  const restore = () =>
    settle(restoration.mutateAsync(code.code_id), {
      onSuccess: () => toasts.success(`“${code.name}” is back`),
      onError: toasts.error,
    });
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" disabled={restoration.isPending} onClick={restore}>
          Restore
        </Button>
      }
    >
      This code was deleted. Nothing can be saved before it is restored.
    </Alert>
  );
}
