import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type Terms, usePublishTerms } from "@/features/content/terms/api/terms";
import { ApiError, isChangedMeanwhile, messageOf } from "@/shared/api/errors";
import { settle } from "@/shared/api/settle";
import { CodePicker } from "@/shared/codes/code-picker";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { problemOfText } from "@/shared/components/rich-text";
import { RichTextEditor } from "@/shared/components/rich-text-editor";
import { useToasts } from "@/shared/components/toasts";

interface TermsEditorProps {
  /** The terms to change, or null for new ones. */
  terms: Terms | null;
  /** Whether new terms are for one code. */
  forCode: boolean;
  /** The codes that have terms of their own already. */
  taken: readonly (string | null)[];
  onDone: (terms: Terms) => void;
  onCancel: () => void;
}

const UNPUBLISHED = "What you have written is not published, and kept nowhere else.";

/** Writes the next version of terms. */
export function TermsEditor({ terms, forCode, taken, onDone, onCancel }: TermsEditorProps) {
  const publish = usePublishTerms();
  const toasts = useToasts();
  const [title, setTitle] = useState(terms?.title ?? "Terms and conditions");
  const [body, setBody] = useState(terms?.body ?? "");
  const [code, setCode] = useState<string | null>(null);
  // Terms are read again whenever somebody comes back to this tab, and may be others by then.
  const [read] = useState(terms?.current_version);
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [began] = useState({ title, body });
  const isChanged = (title !== began.title || body !== began.body) && !publish.isSuccess;
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const titleProblem = isTried && title.trim() === "" ? "Give the terms a title" : fields.title;
  const bodyProblem = isTried && body === "" ? "Write the text" : (problemOfText(body) ?? fields.body);
  const isTaken = forCode && code !== null && taken.includes(code);
  const codeProblem = isTaken
    ? "This code has terms of its own already: choose them under “Terms of”, and write their next version."
    : isTried && forCode && code === null
      ? "Choose the code"
      : fields.code_id;
  const isOvertaken = isChangedMeanwhile(publish.error);
  const next = (read ?? 0) + 1;

  const send = (after: number | undefined) => {
    setTried(true);
    if (
      title.trim() === "" ||
      body === "" ||
      problemOfText(body) !== undefined ||
      (forCode && code === null) ||
      isTaken ||
      publish.isPending
    ) {
      return;
    }
    const wanted = {
      terms_id: terms?.terms_id,
      code_id: forCode ? code : undefined,
      title: title.trim(),
      body,
      based_on: after,
    };
    settle(publish.mutateAsync(wanted, { onSuccess: onDone }), {
      onSuccess: (saved) => {
        const isNew = saved.current_version !== read;
        toasts.success(
          isNew ? `Version ${saved.current_version} is in force.` : "The text is the same, so the version stays.",
        );
      },
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(read ?? 0);
  };
  return (
    <Card component="section" aria-label="Editor" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 860 }}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2.5}>
          {forCode ? (
            <CodePicker
              label="Code"
              required
              value={code}
              onChange={setCode}
              error={Boolean(codeProblem)}
              helperText={codeProblem ?? "The terms of this code stand in place of the organisation's."}
            />
          ) : null}
          <TextField
            label="Title"
            required
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={Boolean(titleProblem)}
            helperText={titleProblem}
            slotProps={{ htmlInput: { maxLength: 160 } }}
          />
          <RichTextEditor
            label="Text"
            initial={terms?.body ?? ""}
            onChange={setBody}
            error={bodyProblem}
            minHeight={280}
          />
          <Typography variant="body2" color="textSecondary">
            A published version can never be changed. Whoever accepted an older one is asked again.
          </Typography>
          {isOvertaken ? (
            <Alert severity="warning">
              Somebody else published a version here while you were writing. It stays, and yours can be the next one.
              <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
                {terms === null ? null : (
                  <Button variant="outlined" color="inherit" href={terms.public_url} target="_blank" rel="noopener">
                    Read theirs
                  </Button>
                )}
                <Button variant="outlined" color="inherit" disabled={publish.isPending} onClick={() => send(undefined)}>
                  Publish mine after it
                </Button>
              </Stack>
            </Alert>
          ) : publish.isError ? (
            <Alert severity="error">{messageOf(publish.error)}</Alert>
          ) : null}
          <Stack direction="row" spacing={1}>
            <Button type="submit" variant="contained" disabled={publish.isPending}>
              Publish version {next}
            </Button>
            <Button color="inherit" onClick={() => (isChanged ? setLeaving(true) : onCancel())}>
              Cancel
            </Button>
          </Stack>
        </Stack>
      </form>
      <ConfirmDialog
        open={isLeaving}
        title="Leave without saving?"
        confirmLabel="Leave"
        onConfirm={onCancel}
        onCancel={() => setLeaving(false)}
      >
        {UNPUBLISHED}
      </ConfirmDialog>
      <LeaveGuard isChanged={isChanged}>{UNPUBLISHED}</LeaveGuard>
    </Card>
  );
}
