import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useRestoreCode } from "@/features/codes/codes/api/delete-code";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

/** Explains that a deleted code can't be changed, and offers to restore it. Input is preserved. */
export function DeletedNotice({ code }: { code: Code }) {
  const restoration = useRestoreCode();
  const toasts = useToasts();
  if (code.deleted_at === null) {
    return null;
  }
  const restore = () =>
    handleResult(restoration.mutateAsync(code.code_id), {
      onSuccess: () => toasts.success(t`“${code.name}” was restored`),
      onError: toasts.error,
    });
  return (
    <Alert
      severity="warning"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" disabled={restoration.isPending} onClick={restore}>
          <Trans>Restore</Trans>
        </Button>
      }
    >
      <Trans>This code was deleted. Restore it to make changes.</Trans>
    </Alert>
  );
}
