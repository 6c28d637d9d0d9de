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
import { ApiError, isChangedMeanwhile, messageOf } from "@/shared/api/errors";
import { settle } from "@/shared/api/settle";
import { CodePicker } from "@/shared/codes/code-picker";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { problemOfText } from "@/shared/components/rich-text";
import { RichTextEditor } from "@/shared/components/rich-text-editor";
import { SavedMeanwhile } from "@/shared/components/saved-meanwhile";
import { useToasts } from "@/shared/components/toasts";

interface NoteEditorProps {
  /** The note to change, or null for a new one. */
  note: Note | null;
  codeId: string | null;
  onDone: () => void;
  /** Begins anew with what the server has. */
  onReload: () => Promise<void>;
}

const UNKEPT = "What you have written is not kept yet.";

/** Writes a note or changes one. */
export function NoteEditor({ note, codeId, onDone, onReload }: NoteEditorProps) {
  const titleId = useId();
  const toasts = useToasts();
  const save = useSaveNote();
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [title, setTitle] = useState(note?.title ?? "");
  const [code, setCode] = useState(codeId);
  const [body, setBody] = useState(note?.body ?? "");
  const [isPublic, setPublic] = useState(note?.is_public ?? false);
  const [files, setFiles] = useState<readonly FileOfNote[]>(note?.attachments ?? []);
  const [isSending, setSending] = useState(false);
  const [isChanged, setChanged] = useState(false);
  // Notes are read again whenever somebody comes back to this tab, and may be others by then.
  const [read] = useState(note?.version);
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const titleProblem = isTried && title.trim() === "" ? "Give the note a title" : fields.title;
  const codeProblem = isTried && code === null ? "Choose the code that it belongs to" : fields.code_id;

  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setChanged(true);
    };
  const leave = () => (isChanged ? setLeaving(true) : onDone());
  const bodyProblem = problemOfText(body) ?? fields.body;
  const isConflict = note !== null && isChangedMeanwhile(save.error);
  const keep = (over: boolean) => {
    setTried(true);
    if (title.trim() === "" || code === null || problemOfText(body) !== undefined || save.isPending || isSending) {
      return;
    }
    const attachments = files.map(({ name, key }) => ({ name, url: key }));
    const wanted = {
      note_id: note?.note_id,
      version: over ? undefined : read,
      code_id: code,
      title: title.trim(),
      body,
      is_public: isPublic,
      attachments,
    };
    settle(save.mutateAsync(wanted, { onSuccess: onDone }), {
      onSuccess: () => toasts.success(note ? "Changes saved." : "The note is kept."),
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    keep(false);
  };

  return (
    <Dialog open onClose={leave} aria-labelledby={titleId} maxWidth="md" fullWidth fullScreen={isPhone}>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id={titleId} sx={{ typography: "h4" }}>
          {note ? "Edit note" : "Write a note"}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <TextField
              autoFocus={note === null}
              label="Title"
              required
              value={title}
              onChange={(event) => changing(setTitle)(event.target.value)}
              error={Boolean(titleProblem)}
              helperText={titleProblem}
              slotProps={{ htmlInput: { maxLength: 160 } }}
            />
            <CodePicker
              label="Code"
              required
              value={code}
              onChange={changing(setCode)}
              error={Boolean(codeProblem)}
              helperText={codeProblem}
            />
            <RichTextEditor label="Text" initial={note?.body ?? ""} onChange={changing(setBody)} error={bodyProblem} />
            <AttachmentsField files={files} onChange={changing(setFiles)} onSending={setSending} />
            <FormControlLabel
              control={<Switch checked={isPublic} onChange={(_, on) => changing(setPublic)(on)} />}
              label="Public: anybody with its address can read this note"
            />
          </Stack>
        </DialogContent>
        {/* Beside the button, which is on the screen however long the note is. */}
        <Box sx={{ px: 3, pb: 2, "&:empty": { display: "none" } }}>
          {isConflict ? (
            <SavedMeanwhile what="note" onLoad={onReload} onOver={() => keep(true)} isBusy={save.isPending} />
          ) : save.isError ? (
            <Alert severity="error">{messageOf(save.error)}</Alert>
          ) : isTried && bodyProblem !== undefined ? (
            <Alert severity="error">{bodyProblem}</Alert>
          ) : null}
        </Box>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={save.isPending || isSending}>
            {note ? "Save changes" : "Keep note"}
          </Button>
        </DialogActions>
      </form>
      <ConfirmDialog
        open={isLeaving}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={onDone}
        onCancel={() => setLeaving(false)}
      >
        {UNKEPT}
      </ConfirmDialog>
      <LeaveGuard isChanged={isChanged && !save.isSuccess}>{UNKEPT}</LeaveGuard>
    </Dialog>
  );
}
