import Button from "@mui/material/Button";
import { useState } from "react";
import { useDeleteTemplate } from "@/features/content/pages/api/pages";
import type { Template } from "@/features/content/pages/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

/** Lets go of a template that the organisation kept. */
export function RemoveTemplate({ template }: { template: Template }) {
  const removal = useDeleteTemplate();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const remove = () =>
    handleResult(removal.mutateAsync(template.template_id), {
      onSuccess: () => toasts.success(`“${template.name}” deleted.`),
      onError: toasts.error,
    });
  return (
    <>
      <Button color="inherit" onClick={() => setAsks(true)} aria-label={`Delete template ${template.name}`}>
        Delete
      </Button>
      <ConfirmDialog
        open={asks}
        title="Delete this template?"
        confirmLabel="Delete"
        busy={removal.isPending}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        Pages created from {template.name} are not affected.
      </ConfirmDialog>
    </>
  );
}
