import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useDeleteTemplate } from "@/features/content/pages/api/pages";
import type { Template } from "@/features/content/pages/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

/** Deletes a template of the organisation. */
export function RemoveTemplate({ template }: { template: Template }) {
  const removal = useDeleteTemplate();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const remove = () =>
    handleResult(removal.mutateAsync(template.template_id), {
      onSuccess: () => toasts.success(t`“${template.name}” deleted.`),
      onError: toasts.error,
    });
  return (
    <>
      <Button color="inherit" onClick={() => setAsks(true)} aria-label={t`Delete template ${template.name}`}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmDialog
        open={asks}
        title={t`Delete this template?`}
        confirmLabel={t`Delete`}
        busy={removal.isPending}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        <Trans>Pages created from {template.name} are not affected.</Trans>
      </ConfirmDialog>
    </>
  );
}
