import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { type Channel, type Purpose, useRecordConsent } from "@/features/people/consents/api/consents";
import { CHANNELS, PURPOSES } from "@/shared/consents/topics";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { textsOf } from "@/shared/i18n/texts";

interface RecordConsentDialogProps {
  customerId: string;
  onDone: () => void;
}

/** Records a decision that a customer communicated to a member, with the reason. */
export function RecordConsentDialog({ customerId, onDone }: RecordConsentDialogProps) {
  const recording = useRecordConsent();
  const [decision, setDecision] = useState<"given" | "withdrawn">("withdrawn");
  const [channel, setChannel] = useState<Channel>("email");
  const [purpose, setPurpose] = useState<Purpose>("marketing");
  const [reason, setReason] = useState("");
  const [text, setText] = useState("");
  const [confirm, setConfirm] = useState(true);
  const isYes = decision === "given";
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    recording.mutate(
      {
        customer_id: customerId,
        channel,
        purpose,
        decision,
        reason: reason.trim(),
        text: isYes ? text.trim() || null : null,
        confirm: isYes && channel === "email" && confirm,
      },
      { onSuccess: onDone },
    );
  };
  return (
    <FormDialog onClose={onDone} aria-labelledby="record-consent-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="record-consent-title" sx={{ typography: "h5" }}>
          <Trans>Record a decision</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {recording.error ? <Alert severity="error">{messageOf(recording.error)}</Alert> : null}
            <RadioGroup
              aria-label={t`Decision`}
              value={decision}
              onChange={(_, value) => setDecision(value === "given" ? "given" : "withdrawn")}
            >
              <FormControlLabel value="withdrawn" control={<Radio />} label={t`Consent withdrawn`} />
              <FormControlLabel value="given" control={<Radio />} label={t`Consent given`} />
            </RadioGroup>
            <Choice label={t`Channel`} options={textsOf(CHANNELS)} value={channel} onChange={setChannel} />
            <Choice label={t`Purpose`} options={textsOf(PURPOSES)} value={purpose} onChange={setPurpose} />
            <TextField
              label={t`Reason`}
              required
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              helperText={
                isYes ? t`How it was given, like “Signed form at the counter”` : t`Like “Asked us on the phone”`
              }
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
            {isYes ? (
              <TextField
                label={t`Text that was agreed to (optional)`}
                multiline
                minRows={2}
                value={text}
                onChange={({ target }) => setText(target.value)}
                slotProps={{ htmlInput: { maxLength: 5000 } }}
              />
            ) : null}
            {isYes && channel === "email" ? (
              <FormControlLabel
                control={<Switch checked={confirm} onChange={(_, checked) => setConfirm(checked)} />}
                label={t`Ask the customer to confirm by email`}
              />
            ) : null}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={recording.isPending || reason.trim() === ""}>
            <Trans>Record</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value as Value)}>
      {Object.entries<string>(options).map(([name, text]) => (
        <MenuItem key={name} value={name}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
