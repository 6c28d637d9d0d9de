import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { type Imported, useImportMembers } from "@/features/people/segments/api/segments";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { formatCount } from "@/shared/format/numbers";

const MOST = 5_000;
const PROBLEMS_SHOWN = 20;
const PROBLEMS: Record<Imported["problems"][number]["problem"], MessageDescriptor> = {
  not_an_address: msg`is neither an email address nor a phone number`,
  unknown_customer: msg`doesn’t belong to a customer`,
};

interface ImportDialogProps {
  segmentId: string;
  onDone: () => void;
}

/** Adds the customers with pasted addresses and numbers to a list. */
export function ImportDialog({ segmentId, onDone }: ImportDialogProps) {
  const [text, setText] = useState("");
  const [imported, setImported] = useState<Imported | null>(null);
  const importing = useImportMembers(segmentId);
  const contacts = contactsOf(text);
  const start = () =>
    handleResult(importing.mutateAsync(contacts), {
      onSuccess: (answer) => setImported(answer),
      onError: () => undefined,
    });
  return (
    <FormDialog onClose={onDone} asks={imported === null} aria-labelledby="import-members" maxWidth="sm" fullWidth>
      <DialogTitle id="import-members">
        <Trans>Import members</Trans>
      </DialogTitle>
      <DialogContent>
        {imported === null ? (
          <Stack spacing={2}>
            <DialogContentText>
              <Trans>
                Paste customers’ email addresses and phone numbers, one per line. Anyone who isn’t a customer yet is
                skipped.
              </Trans>
            </DialogContentText>
            <TextField
              label={t`Addresses and numbers`}
              multiline
              minRows={6}
              maxRows={14}
              autoFocus
              value={text}
              onChange={({ target }) => setText(target.value)}
              error={contacts.length > MOST}
              helperText={
                contacts.length > MOST
                  ? t`At most ${formatCount(MOST)} at once`
                  : contacts.length > 0
                    ? plural(contacts.length, { one: "# row", other: "# rows" })
                    : undefined
              }
            />
            {importing.isError ? <Alert severity="error">{messageOf(importing.error)}</Alert> : null}
          </Stack>
        ) : (
          <Stack spacing={1.5} role="status">
            <Alert severity={imported.added > 0 ? "success" : "info"}>
              {t`${formatCount(imported.added)} added, ${formatCount(imported.already)} on the list before.`}
            </Alert>
            {imported.problems.length > 0 ? (
              <Alert severity="warning">
                {t`${formatCount(imported.problems.length)} left out:`}
                <Stack component="ul" sx={{ m: 0, pl: 2.5 }}>
                  {imported.problems.slice(0, PROBLEMS_SHOWN).map(({ row, problem }) => (
                    <li key={row}>{t`Row ${row} ${t(PROBLEMS[problem])}`}</li>
                  ))}
                  {imported.problems.length > PROBLEMS_SHOWN ? <li>…</li> : null}
                </Stack>
              </Alert>
            ) : null}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        {imported === null ? (
          <>
            <Button onClick={onDone}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="contained"
              onClick={start}
              disabled={importing.isPending || contacts.length === 0 || contacts.length > MOST}
            >
              <Trans>Import</Trans>
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        )}
      </DialogActions>
    </FormDialog>
  );
}

/** Splits a text at line breaks, commas and semicolons. */
function contactsOf(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((it) => it.trim())
    .filter((it) => it !== "");
}
