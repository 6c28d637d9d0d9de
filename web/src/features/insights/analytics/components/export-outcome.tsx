import DownloadIcon from "@mui/icons-material/Download";
import MenuBookOutlinedIcon from "@mui/icons-material/MenuBookOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { MadeFile } from "@/features/insights/analytics/api/export-csv";
import { columnFile } from "@/features/insights/analytics/column-file";
import { saveFile } from "@/shared/files/save-file";
import { JobProgress } from "@/shared/jobs/job-progress";
import { type Job, useJob } from "@/shared/jobs/use-job";

/** What became of an export: saved at once, or made by a job and fetched when it is there. */
export function ExportOutcome({ made }: { made: MadeFile }) {
  const job = useJob(made.jobId).data;
  if (made.jobId === null) {
    return (
      <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
        <Saved fileName={made.fileName} />
        <Button startIcon={<MenuBookOutlinedIcon />} onClick={() => saveFile(columnFile(made.fileName, made.columns))}>
          Save what its columns mean
        </Button>
      </Stack>
    );
  }
  const url = textOf(job, "url");
  if (url === null) {
    return <JobProgress jobId={made.jobId} label="Rows written" />;
  }
  const columnsUrl = textOf(job, "columns_url");
  return (
    <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
      <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
        {made.fileName} is ready, {(job?.done ?? 0).toLocaleString("en")} rows. The links work for 24 hours.
      </Alert>
      <Button variant="contained" startIcon={<DownloadIcon />} href={url} download={made.fileName}>
        Download the file
      </Button>
      {columnsUrl === null ? null : (
        <Button startIcon={<MenuBookOutlinedIcon />} href={columnsUrl} download>
          Download what its columns mean
        </Button>
      )}
    </Stack>
  );
}

function Saved({ fileName }: { fileName: string }) {
  return (
    <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
      {fileName} was saved.
    </Alert>
  );
}

function textOf(job: Job | undefined, name: string): string | null {
  const value = job?.state === "done" ? job.result?.[name] : null;
  return typeof value === "string" ? value : null;
}
