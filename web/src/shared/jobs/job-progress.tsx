import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { messageOf } from "@/shared/api/errors";
import { isOver, type Job, useJob } from "@/shared/jobs/use-job";
import { formatCount } from "@/shared/format/numbers";

interface JobProgressProps {
  jobId: string;
  label: string;
  onOver?: (job: Job) => void;
}

/** Shows the progress of a job, and the reason if it failed. */
export function JobProgress({ jobId, label, onOver }: JobProgressProps) {
  const job = useJob(jobId);
  const announcedId = useRef<string | null>(null);
  useEffect(() => {
    if (job.data && isOver(job.data) && announcedId.current !== jobId) {
      announcedId.current = jobId;
      onOver?.(job.data);
    }
  }, [job.data, jobId, onOver]);
  if (job.isError) {
    return <Alert severity="warning">{messageOf(job.error)}</Alert>;
  }
  if (job.data?.state === "failed" || job.data?.state === "cancelled") {
    return <Alert severity="error">{job.data.error ?? t`Cancelled.`}</Alert>;
  }
  const done = job.data?.done ?? 0;
  const total = job.data?.total ?? null;
  const share = total ? Math.min(100, (100 * done) / total) : undefined;
  return (
    <Box role="status">
      <Typography variant="body2" sx={{ mb: 0.75 }}>
        {total === null
          ? t`${label}: ${formatCount(done)}`
          : t`${label}: ${formatCount(done)} of ${formatCount(total)}`}
      </Typography>
      <LinearProgress
        aria-label={label}
        variant={share === undefined || job.data?.state === "queued" ? "indeterminate" : "determinate"}
        value={share ?? 0}
      />
    </Box>
  );
}
