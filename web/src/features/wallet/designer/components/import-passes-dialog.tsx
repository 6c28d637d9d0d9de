import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import {
  type ImportedPasses,
  type PassImportUndone,
  type PassTemplate,
  useImportPasses,
  useUndoImport,
} from "@/features/wallet/designer/api/templates";
import { columnsOf } from "@/features/wallet/designer/placeholders";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { wholeContent } from "@/shared/wallet/pass-content";

interface ImportPassesDialogProps {
  template: PassTemplate;
  onClose: () => void;
}

/** Makes a pass for each row of a CSV file, once it was tried out. */
export function ImportPassesDialog({ template, onClose }: ImportPassesDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const trial = useImportPasses();
  const run = useImportPasses();
  const undo = useUndoImport();
  const columns = columnsOf(wholeContent(template.content)).join(", ");
  const count = (trial.data?.created ?? 0) + (trial.data?.renewed ?? 0);
  const error = undo.error ?? run.error ?? trial.error;
  const importId = run.data?.import_id ?? null;
  return (
    <FormDialog onClose={onClose} asks={file !== null && !run.data} aria-labelledby="import-passes-title" fullWidth>
      <DialogTitle id="import-passes-title">
        <Trans>Import passes</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <DialogContentText>
            <Trans>
              A CSV file with up to 1,000 rows; each row becomes a pass. Columns named email, customer number, serial
              number or code identify the person and the pass; all other columns hold values to show on it.
            </Trans>{" "}
            {columns === "" ? null : t`This template uses: ${columns}.`}
          </DialogContentText>
          {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
          {run.data ? null : (
            <Box>
              <Button
                variant="outlined"
                startIcon={<UploadIcon />}
                loading={trial.isPending}
                loadingPosition="start"
                onClick={() => input.current?.click()}
              >
                {file === null ? t`Choose a file` : t`Choose another file`}
              </Button>
              <input
                ref={input}
                type="file"
                accept=".csv,text/csv"
                aria-label={t`CSV file`}
                hidden
                onChange={(event) => {
                  const chosen = event.target.files?.[0];
                  event.target.value = "";
                  if (chosen) {
                    setFile(chosen);
                    run.reset();
                    trial.mutate({ template_id: template.template_id, file: chosen, is_trial: true });
                  }
                }}
              />
            </Box>
          )}
          {undo.data ? (
            <Undone undone={undo.data} />
          ) : run.data ? (
            <Outcome outcome={run.data} isDone />
          ) : trial.data ? (
            <Outcome outcome={trial.data} isDone={false} />
          ) : null}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {importId === null || undo.data ? null : (
          <Button loading={undo.isPending} onClick={() => undo.mutate(importId)} sx={{ mr: "auto" }}>
            <Trans>Undo import</Trans>
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          {run.data ? t`Close` : t`Cancel`}
        </Button>
        {run.data ? null : (
          <Button
            variant="contained"
            disabled={file === null || count === 0 || trial.isPending}
            loading={run.isPending}
            onClick={() =>
              file === null ? undefined : run.mutate({ template_id: template.template_id, file, is_trial: false })
            }
          >
            {count === 0 ? t`Make passes` : plural(count, { one: "Make # pass", other: "Make # passes" })}
          </Button>
        )}
      </DialogActions>
    </FormDialog>
  );
}

function Undone({ undone }: { undone: PassImportUndone }) {
  const { removed, made_void } = undone;
  return (
    <Typography role="status">
      {plural(removed, { one: "# pass was removed.", other: "# passes were removed." })}{" "}
      {made_void === 0
        ? null
        : plural(made_void, {
            one: "# pass was on a phone or used, and is void now.",
            other: "# passes were on a phone or used, and are void now.",
          })}
    </Typography>
  );
}

function Outcome({ outcome, isDone }: { outcome: ImportedPasses; isDone: boolean }) {
  const { created, renewed, refused, problems } = outcome;
  return (
    <Stack sx={{ gap: 1 }} role="status">
      <Typography>
        {isDone
          ? plural(created, { one: "# pass was made.", other: "# passes were made." })
          : plural(created, { one: "# pass will be made.", other: "# passes will be made." })}{" "}
        {renewed === 0
          ? null
          : plural(renewed, {
              one: "# person already has a pass, which is updated with the values of the row.",
              other: "# people already have passes, which are updated with the values of their rows.",
            })}
      </Typography>
      {refused === 0 ? null : (
        <>
          <Typography>
            {plural(refused, { one: "# row can’t become a pass:", other: "# rows can’t become passes:" })}
          </Typography>
          <Box sx={{ maxHeight: 260, overflow: "auto" }} tabIndex={0} role="region" aria-label={t`Rows with problems`}>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>
                    <Trans>Row</Trans>
                  </TableCell>
                  <TableCell>
                    <Trans>Problem</Trans>
                  </TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {problems.map((it) => (
                  <TableRow key={it.row}>
                    <TableCell>{it.row}</TableCell>
                    <TableCell>{`${it.field} ${it.message}`}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </Box>
        </>
      )}
    </Stack>
  );
}
