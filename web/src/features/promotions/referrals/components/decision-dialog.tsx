import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type Referral, useDecideReferral } from "@/features/promotions/referrals/api/referrals";
import { FLAGS, personName } from "@/features/promotions/referrals/referral-texts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

interface DecisionDialogProps {
  referral: Referral;
  action: "approve" | "reject";
  onDone: () => void;
}

/** Approves or rejects a referral, with the reason. */
export function DecisionDialog({ referral, action, onDone }: DecisionDialogProps) {
  const deciding = useDecideReferral();
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const problem = deciding.error instanceof ApiError ? deciding.error.fields.note : undefined;
  const isApproval = action === "approve";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setMissing(note.trim() === "");
    if (note.trim() !== "" && !deciding.isPending) {
      const body = { referral_id: referral.referral_id, action, note: note.trim() };
      deciding.mutate(body, { onSuccess: onDone });
    }
  };
  return (
    <FormDialog onClose={onDone} aria-labelledby="decision-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="decision-title" sx={{ typography: "h5" }}>
          {isApproval ? t`Approve referral` : t`Reject referral`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            {deciding.error ? <Alert severity="error">{messageOf(deciding.error)}</Alert> : null}
            <Typography sx={{ overflowWrap: "anywhere" }}>
              {t`${personName(referral.referrer)} brought ${personName(referral.friend)}. Noticed: ${referral.flags
                .map((flag) => t(FLAGS[flag]))
                .join(", ")}.`}
            </Typography>
            <Typography color="textSecondary" variant="body2">
              {isApproval
                ? t`Both get their rewards once the friend qualifies.`
                : t`Neither of them gets a reward. You can’t undo this.`}
            </Typography>
            <TextField
              label={t`Reason`}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              required
              multiline
              error={isMissing || Boolean(problem)}
              helperText={isMissing ? t`Enter a reason` : (problem ?? t`Members see it with the referral`)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
              autoFocus
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isApproval ? "primary" : "error"}
            disabled={deciding.isPending}
          >
            {isApproval ? t`Approve` : t`Reject`}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
