import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
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

/** The result of an export: saved at once, or created by a job and downloaded when it is ready. */
export function ExportOutcome({ file }: { file: ExportedFile }) {
  const job = useJob(file.jobId).data;
  if (file.jobId === null) {
    return (
      <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
        <Saved fileName={file.fileName} />
        <Button startIcon={<MenuBookOutlinedIcon />} onClick={() => saveFile(columnFile(file.fileName, file.columns))}>
          <Trans>Download column definitions</Trans>
        </Button>
      </Stack>
    );
  }
  const url = textOf(job, "url");
  if (url === null) {
    return <JobProgress jobId={file.jobId} label={t`Rows written`} />;
  }
  const columnsUrl = textOf(job, "columns_url");
  const { fileName } = file;
  return (
    <Stack spacing={1.5} sx={{ alignItems: "flex-start" }}>
      <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
        <Plural
          value={job?.done ?? 0}
          one={`${fileName} is ready, # row. The links work for 24 hours.`}
          other={`${fileName} is ready, # rows. The links work for 24 hours.`}
        />
      </Alert>
      <Button variant="contained" startIcon={<DownloadIcon />} href={url} download={file.fileName}>
        <Trans>Download file</Trans>
      </Button>
      {columnsUrl === null ? null : (
        <Button startIcon={<MenuBookOutlinedIcon />} href={columnsUrl} download>
          <Trans>Download column definitions</Trans>
        </Button>
      )}
    </Stack>
  );
}

function Saved({ fileName }: { fileName: string }) {
  return (
    <Alert severity="success" sx={{ width: "100%", overflowWrap: "anywhere" }}>
      <Trans>{fileName} was downloaded.</Trans>
    </Alert>
  );
}

function textOf(job: Job | undefined, name: string): string | null {
  const value = job?.state === "done" ? job.result?.[name] : null;
  return typeof value === "string" ? value : null;
}
