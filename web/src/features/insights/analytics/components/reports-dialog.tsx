import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import MailOutlineIcon from "@mui/icons-material/MailOutlined";
import VisibilityOutlinedIcon from "@mui/icons-material/VisibilityOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import {
  reportsQuery,
  type SaveReport,
  type ScheduledReport,
  useReportChanges,
} from "@/features/insights/analytics/api/scheduled-reports";
import { MailPreview } from "@/features/insights/analytics/components/mail-preview";
import { ReportForm } from "@/features/insights/analytics/components/report-form";
import { whenOf } from "@/features/insights/analytics/report-texts";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { FormDialog } from "@/shared/components/form-dialog";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

const STATES = { pending: msg`asked`, confirmed: msg`subscribed`, unsubscribed: msg`declined` } as const;

interface ReportsDialogProps {
  title: string;
  question: SaveReport["question"];
  zone: string;
  onClose: () => void;
}

/** Reports by email: list, create, change and delete them. */
export function ReportsDialog({ title, question, zone, onClose }: ReportsDialogProps) {
  const titleId = useId();
  const reports = useQuery(reportsQuery);
  const [edited, setEdited] = useState<ScheduledReport | "new" | null>(null);
  return (
    <FormDialog asks={edited !== null} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Scheduled reports</Trans>
      </DialogTitle>
      <DialogContent>
        {edited !== null ? (
          <ReportForm
            report={edited === "new" ? null : edited}
            question={question}
            suggestedName={title}
            zone={zone}
            onDone={() => setEdited(null)}
          />
        ) : isUnreadable(reports) ? (
          <ErrorState compact error={reports.error} onRetry={() => void reports.refetch()} />
        ) : reports.data === undefined ? (
          <LinearProgress aria-label={t`Loading reports`} />
        ) : (
          <>
            {reports.data.sends_mail ? null : (
              <Alert severity="info" sx={{ mb: 1 }}>
                <Trans>
                  No mail server is configured, so no emails are sent. Admins can see them in the message sandbox.
                </Trans>
              </Alert>
            )}
            {reports.data.items.length === 0 ? (
              <EmptyState
                compact
                icon={<MailOutlineIcon />}
                title={t`No scheduled reports yet`}
                text={t`Send this dashboard by email every day, week or month.`}
              />
            ) : (
              <List disablePadding>
                {reports.data.items.map((report) => (
                  <ReportLine key={report.schedule_id} report={report} zone={zone} onEdit={() => setEdited(report)} />
                ))}
              </List>
            )}
          </>
        )}
      </DialogContent>
      {edited === null ? (
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="contained" onClick={() => setEdited("new")}>
            <Trans>New report</Trans>
          </Button>
        </DialogActions>
      ) : null}
    </FormDialog>
  );
}

interface ReportLineProps {
  report: ScheduledReport;
  zone: string;
  onEdit: () => void;
}

function ReportLine({ report, zone, onEdit }: ReportLineProps) {
  const { remove } = useReportChanges();
  const toasts = useToasts();
  const [isEnding, setEnding] = useState(false);
  const end = () =>
    handleResult(remove.mutateAsync(report.schedule_id), {
      onSuccess: () => toasts.success(t`“${report.name}” deleted.`),
      onError: toasts.error,
      onSettled: () => setEnding(false),
    });
  const [isPreviewing, setPreviewing] = useState(false);
  const draft = { name: report.name, cadence: report.cadence, question: report.question };
  const { last_run } = report;
  return (
    <ListItem disableGutters divider sx={{ display: "block", py: 1.5 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
        <Stack spacing={0.25} sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
            {report.name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[whenOf(report), report.is_active ? t`next ${formatDateTime(report.next_run_at, zone)}` : t`paused`].join(
              " · ",
            )}
          </Typography>
          {last_run ? (
            <Typography variant="body2" color={last_run.state === "failed" ? "error" : "textSecondary"}>
              {last_run.state === "failed"
                ? t`Last run failed: ${last_run.message}`
                : last_run.state === "done"
                  ? t`Last run succeeded`
                  : t`Running now`}
            </Typography>
          ) : null}
        </Stack>
        <IconButton size="small" aria-label={t`Preview “${report.name}”`} onClick={() => setPreviewing(true)}>
          <VisibilityOutlinedIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t`Edit “${report.name}”`} onClick={onEdit}>
          <EditOutlinedIcon fontSize="small" />
        </IconButton>
        <IconButton size="small" aria-label={t`Delete “${report.name}”`} onClick={() => setEnding(true)}>
          <DeleteOutlineIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Stack direction="row" spacing={0.75} useFlexGap sx={{ mt: 1, flexWrap: "wrap" }}>
        {report.recipients.map(({ email, state }) => (
          <Chip
            key={email}
            size="small"
            variant={state === "confirmed" ? "filled" : "outlined"}
            label={state === "confirmed" ? email : `${email}: ${t(STATES[state])}`}
            sx={{ maxWidth: "100%" }}
          />
        ))}
      </Stack>
      {isPreviewing ? <MailPreview draft={draft} onClose={() => setPreviewing(false)} /> : null}
      <ConfirmDialog
        open={isEnding}
        title={t`Delete “${report.name}”?`}
        confirmLabel={t`Delete`}
        busy={remove.isPending}
        onConfirm={end}
        onCancel={() => setEnding(false)}
      >
        <Trans>
          This report will no longer be sent. If you create it again, recipients who are not members must confirm again.
          To pause it, turn off “Active” instead.
        </Trans>
      </ConfirmDialog>
    </ListItem>
  );
}
