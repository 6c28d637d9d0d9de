import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type SyntheticEvent, useId, useState } from "react";
import { useSaveNote } from "@/features/content/notes/api/notes";
import { AttachmentsField, type FileOfNote } from "@/features/content/notes/components/attachments-field";
import type { Note } from "@/features/content/notes/types";
import { ApiError, isEditConflict, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { CodePicker } from "@/shared/codes/code-picker";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { problemOfText } from "@/shared/components/rich-text";
import { RichTextEditor } from "@/shared/components/rich-text-editor";
import { SaveConflict } from "@/shared/components/save-conflict";
import { useToasts } from "@/shared/components/toasts";

interface NoteEditorProps {
  /** The note to change, or null for a new one. */
  note: Note | null;
  codeId: string | null;
  onDone: () => void;
  /** Starts over with the server's version. */
  onReload: () => Promise<void>;
}

const UNKEPT = msg`You have unsaved changes.`;

/** Creates or changes a note. */
export function NoteEditor({ note, codeId, onDone, onReload }: NoteEditorProps) {
  const titleId = useId();
  const toasts = useToasts();
  const mutation = useSaveNote();
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [title, setTitle] = useState(note?.title ?? "");
  const [code, setCode] = useState(codeId);
  const [body, setBody] = useState(note?.body ?? "");
  const [isPublic, setPublic] = useState(note?.is_public ?? false);
  const [files, setFiles] = useState<readonly FileOfNote[]>(note?.attachments ?? []);
  const [isSending, setSending] = useState(false);
  const [isChanged, setChanged] = useState(false);
  // The initial version, because notes are fetched again whenever the user returns to this tab and may have changed by
  // then.
  const [read] = useState(note?.version);
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : {};
  const titleProblem = isTried && title.trim() === "" ? t`Enter a title` : fields.title;
  const codeProblem = isTried && code === null ? t`Choose a code` : fields.code_id;

  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setChanged(true);
    };
  const leave = () => (isChanged ? setLeaving(true) : onDone());
  const bodyProblem = problemOfText(body) ?? fields.body;
  const isConflict = note !== null && isEditConflict(mutation.error);
  const save = (over: boolean) => {
    setTried(true);
    if (title.trim() === "" || code === null || problemOfText(body) !== undefined || mutation.isPending || isSending) {
      return;
    }
    const attachments = files.map(({ name, key }) => ({ name, url: key }));
    const request = {
      note_id: note?.note_id,
      version: over ? undefined : read,
      code_id: code,
      title: title.trim(),
      body,
      is_public: isPublic,
      attachments,
    };
    handleResult(mutation.mutateAsync(request, { onSuccess: onDone }), {
      onSuccess: () => toasts.success(note ? t`Changes saved.` : t`Note saved.`),
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save(false);
  };

  return (
    <Dialog open onClose={leave} aria-labelledby={titleId} maxWidth="md" fullWidth fullScreen={isPhone}>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id={titleId} sx={{ typography: "h4" }}>
          {note ? t`Edit note` : t`Write a note`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <TextField
              autoFocus={note === null}
              label={t`Title`}
              required
              value={title}
              onChange={(event) => changing(setTitle)(event.target.value)}
              error={Boolean(titleProblem)}
              helperText={titleProblem}
              slotProps={{ htmlInput: { maxLength: 160 } }}
            />
            <CodePicker
              label={t`Code`}
              required
              value={code}
              onChange={changing(setCode)}
              error={Boolean(codeProblem)}
              helperText={codeProblem}
            />
            <RichTextEditor
              label={t`Text`}
              initial={note?.body ?? ""}
              onChange={changing(setBody)}
              error={bodyProblem}
            />
            <AttachmentsField files={files} onChange={changing(setFiles)} onSending={setSending} />
            <FormControlLabel
              control={<Switch checked={isPublic} onChange={(_, on) => changing(setPublic)(on)} />}
              label={t`Public: anyone with the link can read this note`}
            />
          </Stack>
        </DialogContent>
        {/* Beside the button, which is on the screen however long the note is. */}
        <Box sx={{ px: 3, pb: 2, "&:empty": { display: "none" } }}>
          {isConflict ? (
            <SaveConflict what="note" onLoad={onReload} onOver={() => save(true)} isBusy={mutation.isPending} />
          ) : mutation.isError ? (
            <Alert severity="error">{messageOf(mutation.error)}</Alert>
          ) : isTried && bodyProblem !== undefined ? (
            <Alert severity="error">{bodyProblem}</Alert>
          ) : null}
        </Box>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={leave}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={mutation.isPending || isSending}>
            {note ? t`Save changes` : t`Save note`}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        open={isLeaving}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave`}
        onConfirm={onDone}
        onCancel={() => setLeaving(false)}
      >
        {t(UNKEPT)}
      </ConfirmDialog>
      <LeaveGuard isChanged={isChanged && !mutation.isSuccess}>{t(UNKEPT)}</LeaveGuard>
    </Dialog>
  );
}
