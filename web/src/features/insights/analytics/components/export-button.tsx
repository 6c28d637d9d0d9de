import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useContext, useId } from "react";
import { AnalyticsSourceContext } from "@/features/insights/analytics/api/analytics-source";
import { type ExportedFile, useExportCsv } from "@/features/insights/analytics/api/export-csv";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import { ExportOutcome } from "@/features/insights/analytics/components/export-outcome";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface ExportButtonProps {
  table: string;
  question: QueryInput;
  /** The accessible name of the button. */
  label: string;
  /** The visible label. Without it, only an icon is shown. */
  words?: string;
  /** The dimension by which the rows of a report are split. */
  split?: string | undefined;
  /** Both dimensions of a cross table. */
  pair?: readonly [string, string] | undefined;
  /** Restricts the rows to the visitor with this name. */
  visitor?: string | null | undefined;
}

/** Saves a table of the dashboard as a CSV file. */
export function ExportButton({ table, question, label, words, split, pair, visitor }: ExportButtonProps) {
  const exporting = useExportCsv();
  const toasts = useToasts();
  const { isMember } = useContext(AnalyticsSourceContext);
  if (!isMember) {
    return null;
  }
  const save = () =>
    handleResult(exporting.mutateAsync({ table, question, split, pair, visitor }), { onError: toasts.error });
  return (
    <>
      {words === undefined ? (
        <Tooltip title={t`Export CSV`}>
          <span>
            <IconButton size="small" aria-label={label} disabled={exporting.isPending} onClick={save}>
              <DownloadIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
      ) : (
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          aria-label={label}
          disabled={exporting.isPending}
          onClick={save}
        >
          {words}
        </Button>
      )}
      {exporting.data?.jobId ? <LongExport file={exporting.data} onClose={exporting.reset} /> : null}
    </>
  );
}

/** A file of more than a million rows, while it is created and once it is ready. */
function LongExport({ file, onClose }: { file: ExportedFile; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Preparing your file</Trans>
      </DialogTitle>
      <DialogContent>
        <ExportOutcome file={file} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
