import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useExportCsv } from "@/features/analytics/api/export-csv";
import type { Question } from "@/features/analytics/api/get-analytics";
import { useToasts } from "@/shared/components/toasts";
import { useJob } from "@/shared/jobs/use-job";

interface ExportButtonProps {
  table: string;
  question: Question;
  /** What the button is called by those who can't see what it stands beside. */
  label: string;
  words?: string;
}

/** Saves a table of the dashboard as a CSV file. */
export function ExportButton({ table, question, label, words = "Export CSV" }: ExportButtonProps) {
  const exporting = useExportCsv();
  const toasts = useToasts();
  const long = exporting.data?.jobId ? exporting.data : null;
  return (
    <>
      <Button
        size="small"
        startIcon={<DownloadIcon />}
        aria-label={label}
        disabled={exporting.isPending}
        onClick={() => exporting.mutate({ table, question }, { onError: toasts.error })}
      >
        {words}
      </Button>
      {long?.jobId ? <LongExport jobId={long.jobId} fileName={long.fileName} onClose={exporting.reset} /> : null}
    </>
  );
}

interface LongExportProps {
  jobId: string;
  fileName: string;
  onClose: () => void;
}

/** A file of more than a million rows, while it is made and when it is there. */
function LongExport({ jobId, fileName, onClose }: LongExportProps) {
  const titleId = useId();
  const job = useJob(jobId).data;
  const url = job?.state === "done" ? job.result?.["url"] : null;
  const hasFailed = job?.state === "failed" || job?.state === "cancelled";
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {typeof url === "string" ? "Your file is ready" : hasFailed ? "Failed to export CSV" : "Your file is being made"}
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2, overflowWrap: "anywhere" }}>
          {hasFailed ? (job.error ?? "Please try again.") : `${fileName}, ${(job?.total ?? 0).toLocaleString("en")} rows`}
        </Typography>
        {typeof url === "string" || hasFailed ? null : <LinearProgress aria-label="Progress" />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          Close
        </Button>
        {typeof url === "string" ? (
          <Button variant="contained" href={url} download={fileName}>
            Download
          </Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
