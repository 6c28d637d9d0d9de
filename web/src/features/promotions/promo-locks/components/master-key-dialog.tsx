import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useId, useState } from "react";
import { useEditMasterKey, useSetMasterKey } from "@/features/promotions/promo-locks/api/changes";
import type { MasterKey } from "@/features/promotions/promo-locks/types";
import { ApiError } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { CopyButton } from "@/shared/components/copy-button";
import { FormDialog } from "@/shared/components/form-dialog";
import { INCOMPLETE_DATE, incompleteInputs } from "@/shared/components/incomplete-inputs";
import { useToasts } from "@/shared/components/toasts";
import { dayOf, nextDay, startOfDay } from "@/shared/format/zoned";

interface MasterKeyDialogProps {
  codeId: string;
  zone: string;
  /** The key to change, or null if there is none yet. */
  present: MasterKey | null;
  onClose: () => void;
}

/** Somebody else created or deleted the key in the meantime. The screen below shows the current state. */
const MADE_OR_GONE = ["master_key_exists", "no_master_key"];

/** Creates or changes the master key, and shows a new key only once. */
export function MasterKeyDialog({ codeId, zone, present, onClose }: MasterKeyDialogProps) {
  const titleId = useId();
  const toasts = useToasts();
  const setting = useSetMasterKey(codeId);
  const editing = useEditMasterKey(codeId);
  const [own, setOwn] = useState("");
  const [before] = useState(() => ({
    lastDay: present?.expires_at ? dayBefore(present.expires_at, zone) : "",
    most: present?.max_uses ? String(present.max_uses) : "",
  }));
  const [lastDay, setLastDay] = useState(before.lastDay);
  const [most, setMost] = useState(before.most);
  const [replaceKey, setReplaceKey] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const isBusy = setting.isPending || editing.isPending;
  const secret = setting.data?.key ?? editing.data?.key ?? null;
  const mayName = present === null || replaceKey;

  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [half] = incompleteInputs(event.currentTarget);
    if (half !== undefined) {
      // An incomplete day reads as empty, so the key would never expire.
      setProblems({ expires_at: t(INCOMPLETE_DATE) });
      half.focus();
      return;
    }
    if (most !== "" && !/^[1-9]\d{0,6}$/.test(most)) {
      setProblems({ max_uses: t`Enter a whole number, or leave empty` });
      return;
    }
    // If the key stays the same, only changes made here are sent, because another device may have changed the rest in
    // the meantime.
    const isNew = present === null || replaceKey;
    const ends = {
      ...(!isNew && lastDay === before.lastDay
        ? {}
        : { expires_at: lastDay === "" ? null : startOfDay(nextDay(lastDay), zone) }),
      ...(!isNew && most === before.most ? {} : { max_uses: most === "" ? null : Number(most) }),
    };
    const key = mayName && own.trim() !== "" ? { key: own.trim() } : {};
    const onError = (error: unknown) => {
      setProblems(error instanceof ApiError ? error.fields : {});
      toasts.error(error);
      if (error instanceof ApiError && MADE_OR_GONE.includes(error.code)) {
        onClose();
      }
    };
    if (present === null) {
      handleResult(setting.mutateAsync({ ...ends, ...key }), { onError });
    } else {
      handleResult(editing.mutateAsync({ ...ends, ...key, new_key: replaceKey }), {
        onError,
        onSuccess: (answer) => {
          if (answer.key === null) {
            toasts.success(t`Saved`);
            onClose();
          }
        },
      });
    }
  };

  return (
    <FormDialog
      onClose={secret === null && !isBusy ? onClose : undefined}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {secret !== null ? t`Master key` : present === null ? t`Create master key` : t`Edit master key`}
      </DialogTitle>
      {secret !== null ? (
        <>
          <DialogContent>
            <Stack spacing={2}>
              <Alert severity="warning">
                <Trans>Copy the key now. It can’t be shown again.</Trans>
              </Alert>
              <Box
                component="code"
                data-testid="master-key"
                sx={{
                  p: 2,
                  borderRadius: 2,
                  bgcolor: "action.hover",
                  overflowWrap: "anywhere",
                  typography: "h6",
                  fontFamily: "monospace",
                }}
              >
                {secret}
              </Box>
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <CopyButton text={secret} label={t`Copy key`} variant="outlined" />
            <Button variant="contained" onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={save} style={{ display: "contents" }}>
          <DialogContent>
            <Stack spacing={2.5} sx={{ pt: 1 }}>
              {present === null ? null : (
                <FormControlLabel
                  control={<Switch checked={replaceKey} onChange={(_, on) => setReplaceKey(on)} />}
                  label={t`Replace the key and lock pages it unlocked`}
                />
              )}
              {mayName ? (
                <TextField
                  label={t`Custom key`}
                  value={own}
                  autoComplete="off"
                  onChange={(event) => setOwn(event.target.value)}
                  error={"key" in problems}
                  helperText={problems["key"] ?? t`Leave empty to generate one. At least 8 letters and digits.`}
                  slotProps={{ htmlInput: { maxLength: 64 } }}
                />
              ) : null}
              <TextField
                label={t`Last day`}
                type="date"
                value={lastDay}
                onChange={(event) => setLastDay(event.target.value)}
                error={"expires_at" in problems}
                helperText={problems["expires_at"] ?? t`Leave empty for no limit`}
                slotProps={{ inputLabel: { shrink: true } }}
              />
              <TextField
                label={t`Total uses`}
                value={most}
                onChange={(event) => setMost(event.target.value.trim())}
                error={"max_uses" in problems}
                helperText={problems["max_uses"] ?? t`Leave empty for no limit`}
                slotProps={{ htmlInput: { inputMode: "numeric" } }}
              />
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button color="inherit" onClick={onClose} disabled={isBusy}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="contained" disabled={isBusy}>
              {present === null ? t`Create key` : t`Save`}
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
}

/** Returns the last complete day before this instant. */
function dayBefore(iso: string, zone: string): string {
  return dayOf(new Date(Date.parse(iso) - 1), zone);
}
