import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState } from "react";
import { downloadAddress, useExportWall } from "@/features/content/walls/api/walls";
import type { Wall } from "@/features/content/walls/types";
import { messageOf } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";
import { JobProgress } from "@/shared/jobs/job-progress";
import type { Job } from "@/shared/jobs/use-job";

/** Packs all pictures of a wall and provides the file. */
export function ExportWall({ wall, onDone }: { wall: Wall; onDone: () => void }) {
  const titleId = useId();
  const toasts = useToasts();
  const start = useExportWall(wall.wall_id);
  const [packed, setPacked] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const jobId = start.data?.job_id ?? null;
  const onOver = (job: Job) => {
    const key = job.result?.["key"];
    setPacked(typeof key === "string" ? key : null);
    setOver(true);
  };
  const pack = () => {
    setOver(false);
    start.mutate();
  };
  const hasFailed = isOver || start.isError;
  const isPacking = start.isPending || (jobId !== null && !isOver);
  const download = async (key: string) => {
    try {
      window.location.assign(await downloadAddress(key));
      onDone();
    } catch (reason) {
      toasts.error(reason);
    }
  };
  return (
    <Dialog open onClose={onDone} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Download all photos</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {wall.shown === 0
            ? t`There are no photos on the wall yet.`
            : plural(wall.shown, {
                one: "One ZIP file with the photo that is on the wall now.",
                other: "One ZIP file with the # photos that are on the wall now.",
              })}
        </DialogContentText>
        {start.isError ? <Alert severity="error">{messageOf(start.error)}</Alert> : null}
        {jobId !== null ? <JobProgress jobId={jobId} label={t`Packed`} onOver={onOver} /> : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onDone}>
          <Trans>Close</Trans>
        </Button>
        {packed === null ? (
          <Button variant="contained" disabled={isPacking || wall.shown === 0} onClick={pack}>
            {hasFailed ? t`Retry` : t`Create ZIP file`}
          </Button>
        ) : (
          <Button variant="contained" onClick={() => void download(packed)}>
            <Trans>Download</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
