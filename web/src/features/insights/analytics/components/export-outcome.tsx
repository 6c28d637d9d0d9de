import DownloadIcon from "@mui/icons-material/Download";
import MenuBookOutlinedIcon from "@mui/icons-material/MenuBookOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import type { ExportedFile } from "@/features/insights/analytics/api/export-csv";
import { columnFile } from "@/features/insights/analytics/column-file";
import { saveFile } from "@/shared/files/save-file";
import { JobProgress } from "@/shared/jobs/job-progress";
import { type Job, useJob } from "@/shared/jobs/use-job";

/** What became of an export: saved at once, or made by a job and fetched when it is there. */
export function ExportOutcome({ file }: { file: ExportedFile }) {
  const job = useJob(file.jobId).data;
  if (file.jobId === null) {
    return (
      <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
        <Saved fileName={file.fileName} />
        <Button startIcon={<MenuBookOutlinedIcon />} onClick={() => saveFile(columnFile(file.fileName, file.columns))}>
          Download column definitions
        </Button>
      </Stack>
    );
  }
  const url = textOf(job, "url");
  if (url === null) {
    return <JobProgress jobId={file.jobId} label="Rows written" />;
  }
  const columnsUrl = textOf(job, "columns_url");
  return (
    <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
      <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
        {file.fileName} is ready, {(job?.done ?? 0).toLocaleString("en")} rows. The links work for 24 hours.
      </Alert>
      <Button variant="contained" startIcon={<DownloadIcon />} href={url} download={file.fileName}>
        Download file
      </Button>
      {columnsUrl === null ? null : (
        <Button startIcon={<MenuBookOutlinedIcon />} href={columnsUrl} download>
          Download column definitions
        </Button>
      )}
    </Stack>
  );
}

function Saved({ fileName }: { fileName: string }) {
  return (
    <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
      {fileName} was downloaded.
    </Alert>
  );
}

function textOf(job: Job | undefined, name: string): string | null {
  const value = job?.state === "done" ? job.result?.[name] : null;
  return typeof value === "string" ? value : null;
}
