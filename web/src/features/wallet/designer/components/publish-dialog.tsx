import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { type LintFinding, type PassTemplate, usePublishTemplate } from "@/features/wallet/designer/api/templates";
import { messageOf } from "@/shared/api/errors";
import { JobProgress } from "@/shared/jobs/job-progress";

interface PublishDialogProps {
  template: PassTemplate;
  findings: readonly LintFinding[];
  /** Saves pending changes. Resolves to the revision to publish, or null. */
  onSave: () => Promise<number | null>;
  onOpen: (path: string) => void;
  onClose: () => void;
}

/** Shows what publishing changes and what is wrong with the draft, and publishes it. */
export function PublishDialog({ template, findings, onSave, onOpen, onClose }: PublishDialogProps) {
  const publish = usePublishTemplate();
  const [isBusy, setBusy] = useState(false);
  const errors = findings.filter((it) => it.severity === "error");
  const done = publish.data;
  const go = async () => {
    setBusy(true);
    const revision = await onSave();
    setBusy(false);
    if (revision === null) {
      onClose();
    } else {
      publish.mutate({ template_id: template.template_id, revision });
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="publish-title" maxWidth="sm" fullWidth>
      <DialogTitle id="publish-title">
        {done ? t`Version ${done.published_version ?? 1} is published` : t`Publish`}
      </DialogTitle>
      <DialogContent>
        {done ? (
          <Stack sx={{ gap: 2 }}>
            <DialogContentText>
              <Trans>New passes use this version.</Trans>
            </DialogContentText>
            {done.job_id === null ? null : (
              <JobProgress jobId={done.job_id} label={t`Passes updated to this version`} />
            )}
          </Stack>
        ) : (
          <Stack sx={{ gap: 2 }}>
            <DialogContentText>
              {template.passes === 0
                ? t`New passes use this version.`
                : plural(template.passes, {
                    one: "New passes use this version, and # existing pass is updated to it.",
                    other: "New passes use this version, and # existing passes are updated to it.",
                  })}
            </DialogContentText>
            {errors.map((it) => (
              <Alert key={`${it.field} ${it.message}`} severity="error">
                {it.field === "" ? (
                  it.message
                ) : (
                  <Link
                    component="button"
                    type="button"
                    color="inherit"
                    sx={{ textAlign: "left" }}
                    onClick={() => onOpen(it.field)}
                  >
                    {it.message}
                  </Link>
                )}
              </Alert>
            ))}
            {publish.isError ? <Alert severity="error">{messageOf(publish.error)}</Alert> : null}
          </Stack>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {done ? (
          <Button variant="contained" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <>
            <Button color="inherit" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant="contained" loading={isBusy || publish.isPending} onClick={() => void go()}>
              {errors.length > 0 ? t`Publish anyway` : t`Publish`}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
