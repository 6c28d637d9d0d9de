import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type Draft, type Preview, previewQuery, useStartUpdate } from "@/features/wallet/updates/api/updates";
import { Budget } from "@/features/wallet/updates/components/budget";
import { changeHint, FieldChoice, formatHint } from "@/features/wallet/updates/components/field-choice";
import { PushChannels } from "@/features/wallet/updates/components/push-channels";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { useToasts } from "@/shared/components/toasts";
import { allSegmentsQuery } from "@/shared/segments/segments";

const EMPTY: Draft = {
  kind: "message",
  text: "",
  fieldKey: "",
  changeMessage: "",
  toPasses: true,
  toBrowsers: true,
  url: "",
  segmentId: null,
  passId: null,
  sendAt: null,
};

interface UpdateDialogProps {
  /** The only pass to update; without it, those of a segment or all. */
  passId?: string | undefined;
  onClose: () => void;
}

/** Starts a message to holders of passes, or a change of many passes, after showing whom it reaches. */
export function UpdateDialog({ passId, onClose }: UpdateDialogProps) {
  const starting = useStartUpdate();
  const toasts = useToasts();
  const segments = useQuery(allSegmentsQuery);
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, passId: passId ?? null });
  const [isTried, setTried] = useState(false);
  const preview = useQuery(previewQuery(draft));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const isMessage = draft.kind === "message";
  const fields = starting.error instanceof ApiError ? starting.error.fields : {};
  const textProblem = isTried && draft.text.trim() === "" ? t`Enter a text` : isMessage ? fields.message : fields.value;
  const keyProblem = isTried && draft.fieldKey.trim() === "" ? t`Choose a field` : fields.field_key;
  const field = preview.data?.fields.find((one) => one.key === draft.fieldKey);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // An incomplete time reads as empty, so the update would start now.
    if (reportIncomplete(event.currentTarget)) {
      return;
    }
    setTried(true);
    const isWhole = isMessage ? draft.toPasses || draft.toBrowsers : draft.fieldKey.trim() !== "";
    if (draft.text.trim() === "" || !isWhole || starting.isPending) {
      return;
    }
    handleResult(starting.mutateAsync(draft), {
      onSuccess: (text) => {
        toasts.success(text ?? t`The update was started`);
        onClose();
      },
    });
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby="update-title" maxWidth="sm" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="update-title" sx={{ typography: "h5" }}>
          <Trans>New update</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            {starting.error && Object.keys(fields).length === 0 ? (
              <Alert severity="error">{messageOf(starting.error)}</Alert>
            ) : null}
            <TextField
              select
              label={t`Type of update`}
              value={draft.kind}
              onChange={({ target }) => set({ kind: target.value === "field" ? "field" : "message" })}
            >
              <MenuItem value="message">{t`Send a message`}</MenuItem>
              <MenuItem value="field">{t`Change a field, such as the offer`}</MenuItem>
            </TextField>
            {isMessage ? null : (
              <FieldChoice
                fields={preview.data?.fields}
                value={draft.fieldKey}
                onChange={(fieldKey) => set({ fieldKey })}
                problem={keyProblem}
              />
            )}
            <TextField
              label={isMessage ? t`Message` : t`New value`}
              value={draft.text}
              onChange={({ target }) => set({ text: target.value })}
              multiline
              minRows={isMessage ? 2 : 1}
              error={textProblem !== undefined}
              helperText={
                textProblem ??
                (isMessage
                  ? t`Up to 300 characters. Phones show it and keep it on the back of the pass.`
                  : formatHint(field))
              }
              slotProps={{ htmlInput: { maxLength: isMessage ? 300 : 2000 } }}
            />
            {isMessage && passId === undefined ? (
              <PushChannels draft={draft} set={set} urlProblem={fields.url} />
            ) : null}
            {isMessage ? null : (
              <TextField
                label={t`Message on the lock screen`}
                value={draft.changeMessage}
                onChange={({ target }) => set({ changeMessage: target.value })}
                helperText={fields.change_message ?? changeHint(field)}
                error={fields.change_message !== undefined}
                slotProps={{ htmlInput: { maxLength: 60 } }}
              />
            )}
            {passId !== undefined ? (
              <Typography variant="body2" color="textSecondary">
                <Trans>Only this pass gets it.</Trans>
              </Typography>
            ) : (
              <TextField
                select
                label={t`Audience`}
                value={draft.segmentId ?? ""}
                onChange={({ target }) => set({ segmentId: target.value === "" ? null : target.value })}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
                error={fields.segment_id !== undefined}
                helperText={fields.segment_id}
              >
                <MenuItem value="">{isMessage ? t`Everyone` : t`Everyone with a pass`}</MenuItem>
                {segments.data?.map((one) => (
                  <MenuItem key={one.segment_id} value={one.segment_id}>
                    {one.name}
                  </MenuItem>
                ))}
              </TextField>
            )}
            <TextField
              type="datetime-local"
              label={t`Start at`}
              onChange={({ target }) =>
                set({ sendAt: target.value === "" ? null : new Date(target.value).toISOString() })
              }
              error={fields.send_at !== undefined}
              helperText={fields.send_at ?? t`In this device’s time zone. Leave it empty to start now.`}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            {preview.data === undefined || (isMessage && !draft.toPasses) ? null : (
              <>
                <Reach preview={preview.data} isMessage={isMessage} />
                <Budget preview={preview.data} isMessage={isMessage} />
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={starting.isPending}>
            {draft.sendAt !== null ? t`Schedule` : isMessage ? t`Send` : t`Change passes`}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

function Reach({ preview, isMessage }: { preview: Preview; isMessage: boolean }) {
  const passes = plural(preview.passes, { one: "# pass", other: "# passes" });
  const phones = plural(preview.phones, { one: "# phone", other: "# phones" });
  const development = plural(preview.development, {
    one: "# pass is signed for development and is not pushed.",
    other: "# passes are signed for development and are not pushed.",
  });
  return (
    <Alert severity={preview.passes === 0 ? "warning" : "info"}>
      <Typography variant="body2">
        {t`Reaches ${passes} on ${phones}.`} {preview.development > 0 ? development : ""}{" "}
        {isMessage
          ? t`People who have not agreed to messages on their pass are left out.`
          : preview.with_field < preview.passes
            ? plural(preview.with_field, { one: "# of them has the field.", other: "# of them have the field." })
            : ""}
      </Typography>
    </Alert>
  );
}
