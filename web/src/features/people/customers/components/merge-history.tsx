import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { CustomerDetail } from "@/features/people/customers/api/customers";
import { type Merge, useUndoMerge } from "@/features/people/customers/api/duplicates";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

interface MergeHistoryProps {
  customer: CustomerDetail;
  zone: string | undefined;
  mayEdit: boolean;
}

/** The merges of a customer's profiles, each with its undo. */
export function MergeHistory({ customer, zone, mayEdit }: MergeHistoryProps) {
  const undoing = useUndoMerge();
  const toasts = useToasts();
  const [doomed, setDoomed] = useState<Merge | null>(null);
  return (
    <Stack spacing={2}>
      {customer.merges.map((merge) => (
        <Stack key={merge.merge_id} spacing={0.5} sx={{ alignItems: "flex-start" }}>
          <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {t`${merge.merged_name || t`Unnamed customer`} into ${merge.kept_name || t`Unnamed customer`}`}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {`${formatDateTime(merge.merged_at, zone)}, ${whyOf(merge)}`}
          </Typography>
          {merge.note ? <Typography variant="body2">{merge.note}</Typography> : null}
          {merge.undone_at !== null ? (
            <Typography variant="caption" color="textSecondary">
              {merge.undone_by
                ? t`Undone ${formatDateTime(merge.undone_at, zone)} by ${merge.undone_by}`
                : t`Undone ${formatDateTime(merge.undone_at, zone)}`}
            </Typography>
          ) : null}
          {mayEdit && merge.can_undo ? (
            <Button size="small" onClick={() => setDoomed(merge)}>
              <Trans>Undo merge</Trans>
            </Button>
          ) : null}
        </Stack>
      ))}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Undo this merge?`}
        confirmLabel={t`Undo merge`}
        color="primary"
        busy={undoing.isPending}
        onConfirm={() =>
          doomed === null
            ? undefined
            : handleResult(undoing.mutateAsync(doomed.merge_id), {
                onSuccess: () => {
                  setDoomed(null);
                  toasts.success(t`They are two customers again.`);
                },
                onError: toasts.error,
              })
        }
        onCancel={() => setDoomed(null)}
      >
        <Trans>Both profiles are back. Changes made since the merge stay with the profile that was kept.</Trans>
      </ConfirmDialog>
    </Stack>
  );
}

function whyOf(merge: Merge): string {
  if (merge.reason === "verified_phone") {
    return t`by a verified phone number`;
  }
  return merge.merged_by ? t`by ${merge.merged_by}` : t`by a former member`;
}
