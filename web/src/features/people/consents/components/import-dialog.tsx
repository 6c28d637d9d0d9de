import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ChangeEvent, type SyntheticEvent, useState } from "react";
import {
  type ImportProgress,
  type SuppressionImport,
  useImportSuppressions,
} from "@/features/people/consents/api/consents";
import { messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { FormDialog } from "@/shared/components/form-dialog";
import { useUnloadWarning } from "@/shared/components/use-unload-warning";
import { readTextFile } from "@/shared/files/text-file";
import { formatCount } from "@/shared/format/numbers";

const SHOWN = 10;

/** Imports addresses to which nothing may be sent, from a file or as typed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { importing, progress, stop } = useImportSuppressions();
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  /** Why the chosen file cannot be read, or null. */
  const [problem, setProblem] = useState<string | null>(null);
  const done = importing.data ?? null;
  const isRunning = importing.isPending;
  const isStopped = importing.isSuccess && done === null && progress !== null;
  useUnloadWarning(isRunning);
  if (isAsking && !isRunning) {
    setAsking(false); // it ended in the meantime
  }
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
    <FormDialog
      onClose={isRunning ? () => setAsking(true) : onClose}
      asks={done === null && !isRunning}
      aria-labelledby="import-title"
      maxWidth="sm"
      fullWidth
    >
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id="import-title" sx={{ typography: "h5" }}>
          <Trans>Import suppression list</Trans>
        </DialogTitle>
        <DialogContent>
          {done === null ? (
            <Stack spacing={2} sx={{ pt: 1 }}>
              {importing.error ? <Alert severity="error">{messageOf(importing.error)}</Alert> : null}
              {isRunning && progress !== null ? <Progress of={progress} /> : null}
              {isStopped ? (
                <Alert severity="info">{t`Stopped after ${rowsText(progress)}. Import again to continue.`}</Alert>
              ) : null}
              {problem === null ? null : <Alert severity="error">{problem}</Alert>}
              <TextField
                label={t`Name`}
                required
                value={name}
                disabled={isRunning}
                onChange={({ target }) => setName(target.value)}
                helperText={t`Like “Unsubscribed before 2026”`}
                slotProps={{ htmlInput: { maxLength: 120 } }}
              />
              <Button component="label" variant="outlined" disabled={isRunning} sx={{ alignSelf: "flex-start" }}>
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
                disabled={isRunning}
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
              <Button onClick={isRunning ? () => setAsking(true) : onClose}>
                {isRunning ? <Trans>Stop</Trans> : <Trans>Cancel</Trans>}
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
      <ConfirmDialog
        open={isAsking}
        title={t`Stop the import?`}
        confirmLabel={t`Stop`}
        onConfirm={() => {
          stop();
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        <Trans>The rows that were imported so far stay in the list. You can import the others later.</Trans>
      </ConfirmDialog>
    </FormDialog>
  );
}

function rowsText({ sent, rows }: ImportProgress): string {
  return t`${formatCount(sent)} of ${formatCount(rows)} rows`;
}

function Progress({ of }: { of: ImportProgress }) {
  return (
    <Box role="status">
      <Typography sx={{ mb: 1 }}>{t`Importing: ${rowsText(of)}`}</Typography>
      <LinearProgress aria-label={t`Importing`} variant="determinate" value={(of.sent / of.rows) * 100} />
    </Box>
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
