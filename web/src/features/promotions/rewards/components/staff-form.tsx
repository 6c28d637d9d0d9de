import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { type TillStaff, useSaveStaff } from "@/features/promotions/rewards/api/tills";
import { wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

type LimitName = "daily_points" | "daily_stamps" | "daily_redemptions";

/** Adds or changes a staff member of tills. */
export function StaffForm({ person, onDone }: { person: TillStaff | null; onDone: () => void }) {
  const saving = useSaveStaff();
  const [name, setName] = useState(person?.name ?? "");
  const [pin, setPin] = useState("");
  const [limits, setLimits] = useState<Record<LimitName, string>>({
    daily_points: String(person?.daily_points ?? ""),
    daily_stamps: String(person?.daily_stamps ?? ""),
    daily_redemptions: String(person?.daily_redemptions ?? ""),
  });
  const fields = saving.error instanceof ApiError ? saving.error.fields : {};
  const limitOf = (one: LimitName) => (limits[one].trim() === "" ? null : wholeNumber(limits[one]));
  const isGood = (one: LimitName) => limitOf(one) === null || Number(limitOf(one)) > 0;
  const isComplete =
    name.trim() !== "" &&
    (person !== null || pin !== "") &&
    Object.keys(limits).every((one) => isGood(one as LimitName));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isComplete && !saving.isPending) {
      saving.mutate(
        {
          name: name.trim(),
          staff_id: person?.staff_id ?? null,
          pin: pin === "" ? null : pin,
          daily_points: limitOf("daily_points"),
          daily_stamps: limitOf("daily_stamps"),
          daily_redemptions: limitOf("daily_redemptions"),
        },
        { onSuccess: onDone },
      );
    }
  };
  const limit = (one: LimitName, label: string) => (
    <TextField
      label={label}
      value={limits[one]}
      onChange={({ target }) => setLimits((now) => ({ ...now, [one]: target.value }))}
      error={!isGood(one) || Boolean(fields[one])}
      helperText={fields[one] ?? t`Leave empty for no limit`}
      slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 7 } }}
    />
  );
  return (
    <FormDialog onClose={onDone} aria-labelledby="staff-title" maxWidth="xs" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="staff-title" sx={{ typography: "h4" }}>
          {person === null ? t`Add staff member` : t`Edit staff member`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {saving.error ? <Alert severity="error">{messageOf(saving.error)}</Alert> : null}
            <TextField
              required
              label={t`Name`}
              value={name}
              onChange={({ target }) => setName(target.value)}
              error={Boolean(fields.name)}
              helperText={fields.name}
              slotProps={{ htmlInput: { maxLength: 80 } }}
            />
            <TextField
              required={person === null}
              type="password"
              label={person === null ? t`PIN` : t`New PIN`}
              value={pin}
              onChange={({ target }) => setPin(target.value)}
              error={Boolean(fields.pin)}
              helperText={fields.pin ?? t`Four to eight digits. It can’t be shown again.`}
              slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 8, autoComplete: "new-password" } }}
            />
            {limit("daily_stamps", t`Daily stamp limit`)}
            {limit("daily_points", t`Daily point limit`)}
            {limit("daily_redemptions", t`Daily redemption limit`)}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={!isComplete || saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
