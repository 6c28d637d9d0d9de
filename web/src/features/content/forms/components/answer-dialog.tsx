import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { Fragment } from "react";
import type { Answer, FormDetail } from "@/features/content/forms/api/forms";
import { senderOf, textOf } from "@/features/content/forms/answer-texts";
import { formatDateTime } from "@/shared/format/dates";
import { useOrganizationData } from "@/shared/organization/organization";

interface AnswerDialogProps {
  answer: Answer;
  form: FormDetail;
  /** Undefined for members who may only read. */
  onDelete: (() => void) | undefined;
  onMarkUnread: (() => void) | undefined;
  onClose: () => void;
}

/** One complete answer: every question, the sender, and their consents. */
export function AnswerDialog({ answer, form, onDelete, onMarkUnread, onClose }: AnswerDialogProps) {
  const zone = useOrganizationData().data?.time_zone;
  const labels = new Map(form.fields.map((field) => [field.name, field.label]));
  const fields = Object.entries(answer.fields ?? {});
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="answer-title">
      <DialogTitle id="answer-title" sx={{ typography: "h5", overflowWrap: "anywhere" }}>
        {senderOf(answer)}
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2, overflowWrap: "anywhere" }}>
          {[formatDateTime(answer.created_at, zone), answer.code_name].filter(Boolean).join(" · ")}
        </Typography>
        {answer.is_proven ? null : (
          <Alert severity="info" sx={{ mb: 2 }}>
            <Trans>
              Unverified: sent with this customer’s address from another browser. The customer’s data was not changed.
            </Trans>
          </Alert>
        )}
        {answer.fields === null ? (
          <Typography color="textSecondary">
            <Trans>The sender was erased.</Trans>
          </Typography>
        ) : (
          <Box component="dl" sx={{ m: 0, display: "grid", rowGap: 0.25 }}>
            {fields.map(([name, value]) => (
              <Fragment key={name}>
                <Typography component="dt" variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                  {labels.get(name) ?? name.replaceAll("_", " ")}
                </Typography>
                <Typography component="dd" sx={{ m: 0, mb: 1.5, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
                  {textOf(value)}
                </Typography>
              </Fragment>
            ))}
          </Box>
        )}
        {answer.consent ? (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            <Trans>Agreed to: {answer.consent.text}</Trans>
          </Typography>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap" }}>
        {onDelete ? (
          <Button color="error" onClick={onDelete} sx={{ mr: "auto" }}>
            <Trans>Delete</Trans>
          </Button>
        ) : null}
        {onMarkUnread ? (
          <Button color="inherit" onClick={onMarkUnread}>
            <Trans>Mark as unread</Trans>
          </Button>
        ) : null}
        <Button variant="contained" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
