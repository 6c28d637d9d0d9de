import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { previewQuery, type ReportDraft, useSendSample } from "@/features/insights/analytics/api/scheduled-reports";
import { messageOf } from "@/shared/api/errors";
import { ErrorState } from "@/shared/components/state-views";
import { isOver, useJob } from "@/shared/jobs/use-job";

interface MailPreviewProps {
  draft: ReportDraft;
  onClose: () => void;
}

/** The email as its recipients see it, with a button that sends a sample to the current user. */
export function MailPreview({ draft, onClose }: MailPreviewProps) {
  const titleId = useId();
  const [format, setFormat] = useState<"html" | "text">("html");
  const preview = useQuery(previewQuery(draft));
  const mail = preview.data;
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", overflowWrap: "anywhere" }}>
        {mail?.subject ?? t`Preview`}
      </DialogTitle>
      <DialogContent>
        {preview.isError ? (
          <ErrorState
            compact
            title={t`The preview couldn’t be created`}
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : mail === undefined ? (
          <Skeleton variant="rounded" height={420} aria-label={t`Creating the preview`} />
        ) : (
          <>
            <ToggleButtonGroup
              exclusive
              size="small"
              value={format}
              onChange={(_, next: typeof format | null) => setFormat(next ?? format)}
              aria-label={t`Format`}
              sx={{ mb: 1.5 }}
            >
              <ToggleButton value="html">
                <Trans>HTML</Trans>
              </ToggleButton>
              <ToggleButton value="text">
                <Trans>Plain text</Trans>
              </ToggleButton>
            </ToggleButtonGroup>
            {format === "html" ? (
              <MailFrame html={mail.html} title={mail.subject} />
            ) : (
              <Box
                component="pre"
                tabIndex={0}
                sx={{
                  m: 0,
                  p: 2,
                  borderRadius: 2,
                  bgcolor: "action.hover",
                  typography: "body2",
                  fontFamily: "monospace",
                  whiteSpace: "pre-wrap",
                  overflowWrap: "anywhere",
                }}
              >
                {mail.text}
              </Box>
            )}
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
              <Trans>Data from the last complete period. Links are disabled in the preview.</Trans>
            </Typography>
          </>
        )}
        <Sample draft={draft} key={JSON.stringify(draft)} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

const SMALLEST = 320;

/** Foreign HTML in its own document, in which no script runs and no link opens. */
function MailFrame({ html, title }: { html: string; title: string }) {
  const [height, setHeight] = useState(SMALLEST);
  return (
    <Box
      component="iframe"
      title={title}
      sandbox="allow-same-origin"
      // Popups are blocked in this frame, so links that would open one do nothing.
      srcDoc={html.replace("<head>", '<head><base target="_blank">')}
      onLoad={({ currentTarget }) =>
        setHeight(Math.max(SMALLEST, currentTarget.contentDocument?.documentElement.scrollHeight ?? 0))
      }
      sx={{ display: "block", width: "100%", height, border: 1, borderColor: "divider", borderRadius: 2 }}
    />
  );
}

function Sample({ draft, onClose }: MailPreviewProps) {
  const sending = useSendSample();
  const job = useJob(sending.data?.job_id ?? null);
  const isUnderWay =
    sending.isPending || (sending.data !== undefined && !job.isError && !(job.data && isOver(job.data)));
  const problem =
    sending.error ?? job.error ?? (job.data?.state === "failed" ? new Error(job.data.error ?? "Not sent.") : null);
  return (
    <>
      <Box role="status" sx={{ mt: 1.5 }}>
        {problem ? <Alert severity="error">{messageOf(problem)}</Alert> : null}
        {job.data?.state === "done" && sending.data ? (
          <Alert severity="success">
            {job.data.result?.["how"] === "kept"
              ? t`No mail server is configured. The email to ${sending.data.email} is in the message sandbox, where admins can see it.`
              : t`Sent to ${sending.data.email}.`}
          </Alert>
        ) : null}
      </Box>
      <DialogActions sx={{ px: 0, pb: 0 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button variant="contained" loading={isUnderWay} onClick={() => sending.mutate(draft)}>
          <Trans>Send test email</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
