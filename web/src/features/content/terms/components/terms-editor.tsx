import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type Terms, usePublishTerms } from "@/features/content/terms/api/terms";
import { ApiError, isEditConflict, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
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
  /** The codes that already have their own terms. */
  taken: readonly (string | null)[];
  onDone: (terms: Terms) => void;
  onCancel: () => void;
}

const UNPUBLISHED = msg`Your changes are not published and will be lost.`;

/** Edits the next version of terms. */
export function TermsEditor({ terms, forCode, taken, onDone, onCancel }: TermsEditorProps) {
  const publish = usePublishTerms();
  const toasts = useToasts();
  const [title, setTitle] = useState(terms?.title ?? t`Terms and conditions`);
  const [body, setBody] = useState(terms?.body ?? "");
  const [code, setCode] = useState<string | null>(null);
  // The initial version, because terms are fetched again whenever the user returns to this tab and may have changed by
  // then.
  const [read] = useState(terms?.current_version);
  const [isTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [began] = useState({ title, body });
  const isChanged = (title !== began.title || body !== began.body) && !publish.isSuccess;
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const titleProblem = isTried && title.trim() === "" ? t`Enter a title` : fields.title;
  const bodyProblem = isTried && body === "" ? t`Enter a text` : (problemOfText(body) ?? fields.body);
  const isTaken = forCode && code !== null && taken.includes(code);
  const codeProblem = isTaken
    ? t`This code already has its own terms. Choose them under “Terms for” and write a new version.`
    : isTried && forCode && code === null
      ? t`Choose a code`
      : fields.code_id;
  const isOvertaken = isEditConflict(publish.error);
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
    const request = {
      terms_id: terms?.terms_id,
      code_id: forCode ? code : undefined,
      title: title.trim(),
      body,
      based_on: after,
    };
    handleResult(publish.mutateAsync(request, { onSuccess: onDone }), {
      onSuccess: (saved) => {
        const isNew = saved.current_version !== read;
        toasts.success(
          isNew
            ? t`Version ${saved.current_version} is in force.`
            : t`The text did not change, so no new version was published.`,
        );
      },
    });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send(read ?? 0);
  };
  return (
    <Card component="section" aria-label={t`Editor`} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 860 }}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2.5}>
          {forCode ? (
            <CodePicker
              label={t`Code`}
              required
              value={code}
              onChange={setCode}
              error={Boolean(codeProblem)}
              helperText={codeProblem ?? t`These terms replace the organisation’s terms for this code.`}
            />
          ) : null}
          <TextField
            label={t`Title`}
            required
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={Boolean(titleProblem)}
            helperText={titleProblem}
            slotProps={{ htmlInput: { maxLength: 160 } }}
          />
          <RichTextEditor
            label={t`Text`}
            initial={terms?.body ?? ""}
            onChange={setBody}
            error={bodyProblem}
            minHeight={280}
          />
          <Typography variant="body2" color="textSecondary">
            <Trans>Published versions can’t be changed. People who accepted an older version are asked again.</Trans>
          </Typography>
          {isOvertaken ? (
            <Alert severity="warning">
              <Trans>
                Someone else published a version while you were writing. You can publish yours as the next one.
              </Trans>
              <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
                {terms === null ? null : (
                  <Button variant="outlined" color="inherit" href={terms.public_url} target="_blank" rel="noopener">
                    <Trans>View their version</Trans>
                  </Button>
                )}
                <Button variant="outlined" color="inherit" disabled={publish.isPending} onClick={() => send(undefined)}>
                  <Trans>Publish mine next</Trans>
                </Button>
              </Stack>
            </Alert>
          ) : publish.isError ? (
            <Alert severity="error">{messageOf(publish.error)}</Alert>
          ) : null}
          <Stack direction="row" spacing={1}>
            <Button type="submit" variant="contained" disabled={publish.isPending}>
              <Trans>Publish version {next}</Trans>
            </Button>
            <Button color="inherit" onClick={() => (isChanged ? setLeaving(true) : onCancel())}>
              <Trans>Cancel</Trans>
            </Button>
          </Stack>
        </Stack>
      </form>
      <ConfirmDialog
        open={isLeaving}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave`}
        onConfirm={onCancel}
        onCancel={() => setLeaving(false)}
      >
        {t(UNPUBLISHED)}
      </ConfirmDialog>
      <LeaveGuard isChanged={isChanged}>{t(UNPUBLISHED)}</LeaveGuard>
    </Card>
  );
}
