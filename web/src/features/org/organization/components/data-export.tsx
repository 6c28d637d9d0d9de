import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { type EventsFormat, useDataExport } from "@/features/org/organization/api/data-export";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { JobProgress } from "@/shared/jobs/job-progress";
import type { Job } from "@/shared/jobs/use-job";
import { formatCount } from "@/shared/format/numbers";

const FORMATS: { value: EventsFormat; label: MessageDescriptor }[] = [
  { value: "csv", label: msg`CSV` },
  { value: "parquet", label: msg`Parquet` },
  { value: "none", label: msg`Not included` },
];

/** All data of the organisation in one archive, and redirect maps for its custom domains. */
export function DataExport() {
  const packing = useDataExport();
  const toasts = useToasts();
  const [events, setEvents] = useState<EventsFormat>("csv");
  const [jobId, setJobId] = useState<string | null>(null);
  const [done, setDone] = useState<Job | null>(null);
  const result = done?.state === "done" ? done.result : null;
  const isRunning = jobId !== null && done === null;
  const begin = () => {
    setDone(null);
    setJobId(null);
    handleResult(packing.mutateAsync(events), { onSuccess: ({ job_id }) => setJobId(job_id), onError: toasts.error });
  };
  return (
    <Section
      title={t`Export all data`}
      text={t`An archive with your codes, rules, designs and pages, and a redirect map that any host can serve.`}
    >
      <Stack spacing={2}>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "center" } }}>
          <TextField
            select
            label={t`Scans and other events`}
            value={events}
            onChange={(event) => setEvents(event.target.value as EventsFormat)}
            disabled={isRunning}
            sx={{ minWidth: 240 }}
          >
            {FORMATS.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {t(label)}
              </MenuItem>
            ))}
          </TextField>
          <Button variant="outlined" onClick={begin} disabled={packing.isPending || isRunning}>
            {isRunning ? t`Creating archive…` : t`Create archive`}
          </Button>
        </Stack>
        {jobId !== null && result === null ? (
          <JobProgress jobId={jobId} label={t`Codes exported`} onOver={setDone} />
        ) : null}
        {result ? (
          <Alert
            severity="success"
            action={
              <Button
                component="a"
                href={String(result["url"])}
                aria-label={t`Download archive`}
                color="inherit"
                size="small"
                startIcon={<DownloadIcon />}
              >
                <Trans>Download</Trans>
              </Button>
            }
          >
            {t`${formatCount(Number(result["codes"]))} codes, ${formatCount(Number(result["redirects"]))} of them with a redirect. The link is valid for 24 hours.`}
          </Alert>
        ) : null}
      </Stack>
    </Section>
  );
}
