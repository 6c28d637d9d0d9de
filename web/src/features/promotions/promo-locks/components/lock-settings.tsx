import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LockIcon from "@mui/icons-material/LockOutlined";
import LockOpenIcon from "@mui/icons-material/LockOpenOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useSetLock } from "@/features/promotions/promo-locks/api/changes";
import type { LockOverview } from "@/features/promotions/promo-locks/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";

const TIMES = [
  { minutes: 15, label: msg`15 minutes` },
  { minutes: 60, label: msg`1 hour` },
  { minutes: 1440, label: msg`1 day` },
  { minutes: 10_080, label: msg`1 week` },
  { minutes: 43_200, label: msg`30 days` },
  { minutes: 525_600, label: msg`1 year` },
];

interface LockSettingsProps {
  codeId: string;
  overview: LockOverview;
  mayEdit: boolean;
}

/** The lock itself: on or off, the text of its page, and how long it stays open. */
export function LockSettingsCard({ codeId, overview, mayEdit }: LockSettingsProps) {
  const { lock } = overview;
  // Unsaved input survives switching the lock. Everything else follows the stored state.
  const [typed, setTyped] = useState<string | null>(null);
  const [selected, setSelected] = useState<number | null>(null);
  const message = typed ?? lock.message;
  const minutes = selected ?? lock.open_minutes;
  const [asking, setAsking] = useState(false);
  const change = useSetLock(codeId);
  const toasts = useToasts();
  const isChanged = message.trim() !== lock.message || minutes !== lock.open_minutes;
  const times = TIMES.some((time) => time.minutes === minutes)
    ? TIMES
    : [...TIMES, { minutes, label: msg`${minutes} minutes` }];
  const save = (changes: Parameters<typeof change.mutate>[0], message: string, onSaved?: () => void) =>
    handleResult(change.mutateAsync(changes), {
      onSuccess: () => {
        onSaved?.();
        toasts.success(message);
      },
      onError: toasts.error,
    });
  const saveTyped = () =>
    save({ message: message.trim(), open_minutes: minutes }, t`Saved`, () => {
      setTyped((now) => (now === typed ? null : now));
      setSelected((now) => (now === selected ? null : now));
    });

  return (
    <Card component="section" aria-label={t`Lock`} sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center", mb: 2.5 }}>
        <Box sx={{ display: "flex", color: lock.enabled ? "primary.main" : "text.secondary" }}>
          {lock.enabled ? <LockIcon fontSize="large" /> : <LockOpenIcon fontSize="large" />}
        </Box>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h5" component="h2">
            {lock.enabled ? t`Locked` : t`Not locked`}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {lock.enabled
              ? t`Visitors need a promo code to see the content of this code.`
              : t`Everyone who scans this code sees its content.`}
          </Typography>
        </Box>
        <FormControlLabel
          label={t`Lock`}
          labelPlacement="start"
          sx={{ m: 0 }}
          control={
            <Switch
              checked={lock.enabled}
              disabled={!mayEdit || change.isPending}
              onChange={(_, enabled) => save({ enabled }, enabled ? t`Code locked` : t`Code unlocked`)}
            />
          }
        />
      </Stack>
      <Stack direction={{ xs: "column", md: "row" }} spacing={2} sx={{ alignItems: { md: "flex-start" } }}>
        <TextField
          label={t`Heading on the locked page`}
          placeholder={t`Enter your promo code`}
          value={message}
          disabled={!mayEdit}
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 }, inputLabel: { shrink: true } }}
        />
        <TextField
          select
          label={t`Unlocked for`}
          value={minutes}
          disabled={!mayEdit}
          onChange={(event) => setSelected(Number(event.target.value))}
          sx={{ maxWidth: { md: 220 } }}
        >
          {times.map((time) => (
            <MenuItem key={time.minutes} value={time.minutes}>
              {t(time.label)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {mayEdit ? (
        <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 2.5, flexWrap: "wrap" }}>
          <Button variant="contained" disabled={!isChanged || change.isPending} onClick={saveTyped}>
            <Trans>Save</Trans>
          </Button>
          <Button color="inherit" disabled={!lock.enabled || change.isPending} onClick={() => setAsking(true)}>
            <Trans>Lock for everyone now</Trans>
          </Button>
        </Stack>
      ) : null}
      <LeaveGuard isChanged={isChanged}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      <ConfirmDialog
        open={asking}
        title={t`Lock the page for everyone?`}
        confirmLabel={t`Lock page`}
        busy={change.isPending}
        onConfirm={() => {
          save({ close_open: true }, t`Everyone needs a promo code again`);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        <Trans>Visitors who unlocked the page need another promo code, even if they had time left.</Trans>
      </ConfirmDialog>
    </Card>
  );
}
