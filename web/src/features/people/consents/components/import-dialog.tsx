import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ChangeEvent, type SyntheticEvent, useState } from "react";
import { type SuppressionImport, useImportSuppressions } from "@/features/people/consents/api/consents";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { readTextFile } from "@/shared/files/text-file";
import { formatCount } from "@/shared/format/numbers";

const SHOWN = 10;

/** Imports addresses to which nothing may be sent, from a file or as typed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const importing = useImportSuppressions();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  /** Why the chosen file cannot be read, or null. */
  const [problem, setProblem] = useState<string | null>(null);
  const done = importing.data ?? null;
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ""; // so that the same file can be chosen again
    if (file === undefined) {
      return;
    }
    const found = await readTextFile(file);
    if ("problem" in found) {
      setProblem(found.problem);
    } else {
      setProblem(null);
      setText(found.text);
      setName((before) => before || file.name.slice(0, 120));
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    importing.mutate({ name: name.trim(), text });
  };
  return (
    <FormDialog onClose={onClose} asks={done === null} aria-labelledby="import-title" maxWidth="sm" fullWidth>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="import-title" sx={{ typography: "h5" }}>
          <Trans>Import suppression list</Trans>
        </DialogTitle>
        <DialogContent>
          {done === null ? (
            <Stack spacing={2} sx={{ pt: 1 }}>
              {importing.error ? <Alert severity="error">{messageOf(importing.error)}</Alert> : null}
              {problem === null ? null : <Alert severity="error">{problem}</Alert>}
              <TextField
                label={t`Name`}
                required
                value={name}
                onChange={({ target }) => setName(target.value)}
                helperText={t`Like “Unsubscribed before 2026”`}
                slotProps={{ htmlInput: { maxLength: 120 } }}
              />
              <Button component="label" variant="outlined" sx={{ alignSelf: "flex-start" }}>
                <Trans>
                  Choose a file
                  <input
                    type="file"
                    accept=".csv,.txt,text/csv,text/plain"
                    hidden
                    onChange={(event) => void read(event)}
                  />
                </Trans>
              </Button>
              <TextField
                label={t`Addresses and numbers`}
                multiline
                minRows={6}
                maxRows={12}
                value={text}
                onChange={({ target }) => setText(target.value)}
                helperText={t`One per line, or CSV: the first address or number of a row counts.`}
              />
            </Stack>
          ) : (
            <Result done={done} />
          )}
        </DialogContent>
        <DialogActions>
          {done === null ? (
            <>
              <Button onClick={onClose}>
                <Trans>Cancel</Trans>
              </Button>
              <Button
                type="submit"
                variant="contained"
                disabled={importing.isPending || name.trim() === "" || text.trim() === ""}
              >
                <Trans>Import</Trans>
              </Button>
            </>
          ) : (
            <Button variant="contained" onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          )}
        </DialogActions>
      </form>
    </FormDialog>
  );
}

function Result({ done }: { done: SuppressionImport }) {
  const number = (count: number) => formatCount(count);
  return (
    <Stack spacing={1.5} role="status">
      <Typography>{t`${number(done.added)} added, ${number(done.known)} listed before.`}</Typography>
      {done.refused > 0 ? (
        <Alert severity="warning">
          <Plural
            value={done.refused}
            one="# row has no address or number."
            other="# rows have no address or number."
          />
          <ul>
            {done.problems.slice(0, SHOWN).map((problem) => (
              <li key={problem.row}>{t`Row ${number(problem.row)}: ${problem.text}`}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </Stack>
  );
}
