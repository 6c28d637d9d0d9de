import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { codeKeys } from "@/features/codes/codes/api/keys";
import { type Batch, useExportOneTime, useWithdrawOneTime } from "@/features/codes/codes/api/one-time";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { isOver, useJob } from "@/shared/jobs/use-job";

interface OneTimeBatchesProps {
  batches: readonly Batch[];
  zone: string | undefined;
  mayEdit: boolean;
}

/** Batches, newest first. Each can be saved as a file, and its unused codes can be withdrawn. */
export function OneTimeBatches({ batches, zone, mayEdit }: OneTimeBatchesProps) {
  const [asking, setAsking] = useState<Batch | null>(null);
  const saving = useExportOneTime();
  const withdrawal = useWithdrawOneTime();
  const toasts = useToasts();
  const withdraw = () => {
    if (asking !== null) {
      handleResult(withdrawal.mutateAsync(asking.batch_id), {
        onSuccess: ({ withdrawn }) => {
          setAsking(null);
          toasts.success(
            plural(withdrawn, { one: "# one-time code was withdrawn", other: "# one-time codes were withdrawn" }),
          );
        },
        onError: toasts.error,
      });
    }
  };
  return (
    <Box component="ul" aria-label={t`Batches`} sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1 }}>
      {batches.map((batch) => (
        <Stack
          key={batch.batch_id}
          component="li"
          direction={{ xs: "column", sm: "row" }}
          spacing={1}
          sx={{ alignItems: { sm: "center" }, border: 1, borderColor: "divider", borderRadius: 2, px: 2, py: 1 }}
        >
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
              {batch.name}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {formatDateTime(batch.created_at, zone)} · <BatchProgress batch={batch} /> ·{" "}
              {t`${formatCount(batch.counts["used"] ?? 0)} used`}
              {batch.withdrawn_at === null ? null : <> · {t`withdrawn`}</>}
            </Typography>
          </Box>
          <Stack direction="row" spacing={1}>
            <Button
              size="small"
              startIcon={<DownloadIcon />}
              disabled={saving.isPending || batch.made === 0}
              aria-label={t`Download CSV of ${batch.name}`}
              onClick={() => handleResult(saving.mutateAsync(batch.batch_id), { onError: toasts.error })}
            >
              <Trans>CSV</Trans>
            </Button>
            {mayEdit && batch.withdrawn_at === null ? (
              <Button
                size="small"
                color="error"
                aria-label={t`Withdraw ${batch.name}`}
                onClick={() => setAsking(batch)}
              >
                <Trans>Withdraw</Trans>
              </Button>
            ) : null}
          </Stack>
        </Stack>
      ))}
      <ConfirmDialog
        open={asking !== null}
        title={t`Withdraw this batch?`}
        confirmLabel={t`Withdraw`}
        busy={withdrawal.isPending}
        onConfirm={withdraw}
        onCancel={() => setAsking(null)}
      >
        <Trans>All unused codes of “{asking?.name}” stop working permanently. You can’t undo this.</Trans>
      </ConfirmDialog>
    </Box>
  );
}

/** Shows the number of codes in a batch and, while its job runs, the progress, wherever the job was started. */
function BatchProgress({ batch }: { batch: Batch }) {
  const isWhole = batch.made >= batch.amount || batch.withdrawn_at !== null;
  const job = useJob(isWhole ? null : batch.job_id).data;
  const isGoing = !isWhole && job !== undefined && !isOver(job);
  const cache = useQueryClient();
  useEffect(() => {
    if (isGoing) {
      return () => void cache.invalidateQueries({ queryKey: [...codeKeys.all, "one-time"] });
    }
    return undefined;
  }, [isGoing, cache]);
  const { amount } = batch;
  if (isGoing) {
    const made = formatCount(Math.max(job.done, batch.made));
    return plural(amount, { one: `${made} of # code so far`, other: `${made} of # codes so far` });
  }
  if (isWhole || job === undefined) {
    return plural(batch.made, { one: "# code", other: "# codes" });
  }
  const made = formatCount(batch.made);
  return plural(amount, { one: `${made} of # code`, other: `${made} of # codes` });
}
