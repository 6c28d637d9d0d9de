import Button from "@mui/material/Button";
import { useState } from "react";
import { useDeleteTemplate } from "@/features/content/pages/api/pages";
import type { Template } from "@/features/content/pages/types";
import { settle } from "@/shared/api/settle";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";

/** Lets go of a template that the organisation kept. */
export function RemoveTemplate({ template }: { template: Template }) {
  const removal = useDeleteTemplate();
  const toasts = useToasts();
  const [asks, setAsks] = useState(false);
  const remove = () =>
    settle(removal.mutateAsync(template.template_id), {
      onSuccess: () => toasts.success(`${template.name} is gone.`),
      onError: toasts.error,
    });
  return (
    <>
      <Button color="inherit" onClick={() => setAsks(true)} aria-label={`Remove template ${template.name}`}>
        Remove
      </Button>
      <ConfirmDialog
        open={asks}
        title="Remove this template?"
        confirmLabel="Remove"
        busy={removal.isPending}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        Pages that began with {template.name} stay as they are.
      </ConfirmDialog>
    </>
  );
}
