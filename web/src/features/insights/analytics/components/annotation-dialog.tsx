import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useId, useState } from "react";
import { type Annotation, useSaveAnnotation } from "@/features/insights/analytics/api/annotations";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { FormDialog } from "@/shared/components/form-dialog";
import { INCOMPLETE_DATE, incompleteInputs } from "@/shared/components/incomplete-inputs";
import { instantOf, wallClock } from "@/shared/format/zoned";

interface AnnotationDialogProps {
  /** The note to change, or the defaults of a new one. */
  note: Annotation | { starts_at: string; code_id: string | null };
  zone: string;
  onDone: () => void;
}

/** Creates or changes a note on the numbers. */
export function AnnotationDialog({ note, zone, onDone }: AnnotationDialogProps) {
  const titleId = useId();
  const save = useSaveAnnotation();
  const existing = "annotation_id" in note ? note : null;
  const [text, setText] = useState(existing?.text ?? "");
  const [start, setStart] = useState(() => wallClock(note.starts_at, zone));
  const [end, setEnd] = useState(() => (existing?.ends_at ? wallClock(existing.ends_at, zone) : ""));
  const [codeId, setCodeId] = useState(note.code_id);
  const [half, setHalf] = useState("");
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const isBackwards = start !== "" && end !== "" && end <= start;
  const isWhole = text.trim() !== "" && !isBackwards;

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // An incomplete input reads as empty, so the note would lose its end.
    const [half] = incompleteInputs(event.currentTarget);
    setHalf(half?.name ?? (start === "" ? "starts_at" : ""));
    half?.focus();
    if (half !== undefined || start === "" || !isWhole || save.isPending) {
      return;
    }
    try {
      await save.mutateAsync({
        annotation_id: existing?.annotation_id,
        version: existing?.version,
        code_id: codeId,
        starts_at: instantOf(start, zone),
        ends_at: end === "" ? null : instantOf(end, zone),
        text: text.trim(),
      });
      onDone();
    } catch {
      // Shown above the fields.
    }
  };

  return (
    <FormDialog onClose={onDone} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          {existing ? t`Edit annotation` : t`Add annotation`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            {save.isError ? <Alert severity="error">{messageOf(save.error)}</Alert> : null}
            <TextField
              autoFocus
              required
              multiline
              maxRows={5}
              label={t`Annotation`}
              value={text}
              onChange={(event) => setText(event.target.value)}
              error={Boolean(fields.text)}
              helperText={fields.text}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
            <TextField
              required
              type="datetime-local"
              name="starts_at"
              label={t`When`}
              value={start}
              onChange={(event) => setStart(event.target.value)}
              helperText={
                (half === "starts_at" ? t`Complete the date` : fields.starts_at) ??
                t`Time zone: ${zone.replaceAll("_", " ")}`
              }
              error={half === "starts_at" || Boolean(fields.starts_at)}
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <TextField
              type="datetime-local"
              name="ends_at"
              label={t`Until`}
              value={end}
              onChange={(event) => setEnd(event.target.value)}
              error={half === "ends_at" || isBackwards}
              helperText={
                half === "ends_at"
                  ? t(INCOMPLETE_DATE)
                  : isBackwards
                    ? t`Must be after the start`
                    : t`Leave empty for a single moment`
              }
              slotProps={{ inputLabel: { shrink: true } }}
            />
            <CodePicker
              label={t`Code`}
              value={codeId}
              onChange={setCodeId}
              helperText={fields.code_id ?? t`Leave empty for all codes`}
              error={Boolean(fields.code_id)}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={!isWhole || save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
