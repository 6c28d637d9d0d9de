import { msg, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import UploadFileIcon from "@mui/icons-material/UploadFile";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type ReactNode, useCallback, useId, useState } from "react";
import { flushSync } from "react-dom";
import { codeKeys } from "@/features/codes/codes/api/keys";
import type { BulkCreateResult } from "@/features/codes/codes/api/bulk-create";
import { RowsPreview } from "@/features/codes/codes/components/rows-preview";
import { problemsOf, rowProblemText } from "@/features/codes/codes/rows";
import { ApiError, messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";
import { readTextFile } from "@/shared/files/text-file";
import { JobProgress } from "@/shared/jobs/job-progress";
import type { Job } from "@/shared/jobs/use-job";

interface Answer {
  /** The text that was sent. */
  text: string;
  of: string;
  preview: BulkCreateResult | null;
  problem: string;
}

const UNMADE = msg`No codes have been created yet.`;

function createdText(codes: number): string {
  return plural(codes, { one: "# code was created", other: "# codes were created" });
}

const NO_ANSWER = { preview: null, problem: "" };

interface RowsDialogProps {
  title: string;
  help: ReactNode;
  placeholder: string;
  /** What else the result depends on, such as the source of the file. */
  of?: string;
  /** Fields above the text, such as the source of the file. */
  before?: ReactNode;
  busy: boolean;
  /** Requests a preview, or creates the codes. */
  send: (text: string, preview: boolean) => Promise<BulkCreateResult>;
  onClose: () => void;
}

/** Creates codes from a table: paste it or choose a file, check the preview, create the codes. */
export function RowsDialog({ title, help, placeholder, of = "", before, busy, send, onClose }: RowsDialogProps) {
  const titleId = useId();
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const [isCreated, setCreated] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const toasts = useToasts();
  const cache = useQueryClient();

  // A response may arrive after the table or its source has changed.
  const { preview, problem } = answer !== null && answer.text === text && answer.of === of ? answer : NO_ANSWER;
  const reject = (problem: string) => setAnswer({ text, of, preview: null, problem: problem });
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file === undefined) {
      return;
    }
    const read = await readTextFile(file);
    if ("problem" in read) {
      reject(read.problem);
    } else {
      setText(read.text);
    }
  };
  const refuse = (error: unknown) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      const fields = Object.entries(error.fields).map(([field, message]) => ({ field, message }));
      reject(problemsOf(fields).map(rowProblemText).join("; "));
    } else {
      reject(messageOf(error));
    }
  };
  const check = () => {
    setAnswer(null);
    send(text, true).then((preview) => setAnswer({ text, of, preview: preview, problem: "" }), refuse);
  };
  const make = () => {
    send(text, false).then((preview) => {
      if (preview.job_id && preview.codes.length === 0) {
        setJobId(preview.job_id);
      } else {
        flushSync(() => setCreated(true));
        toasts.success(createdText(preview.count));
        onClose();
      }
    }, refuse);
  };
  const over = useCallback(
    (ended: Job) => {
      void cache.invalidateQueries({ queryKey: codeKeys.all });
      if (ended.state === "done") {
        toasts.success(createdText(ended.total ?? ended.done));
      } else {
        // All or nothing: no code was created, and the table is still there for another try.
        setJobId(null);
        setAnswer({ text, of, preview: null, problem: ended.error ?? t`Cancelled.` });
      }
    },
    [cache, of, text, toasts],
  );
  const isUnmade = text.trim() !== "" && jobId === null && !isCreated;
  const leave = () => (isUnmade ? setLeaving(true) : onClose());
  const isReady = preview !== null && preview.errors.length === 0 && preview.count > 0;

  return (
    <Dialog open onClose={leave} aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        {jobId !== null ? (
          <Box sx={{ py: 2 }}>
            <JobProgress jobId={jobId} label={t`Codes created`} onOver={over} />
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              <Trans>You can close this. The codes will still be created.</Trans>
            </Typography>
          </Box>
        ) : (
          <Stack spacing={2} sx={{ pt: 0.5 }}>
            <Typography variant="body2" color="textSecondary" component="div">
              {help}
            </Typography>
            {before}
            <TextField
              multiline
              minRows={5}
              maxRows={10}
              fullWidth
              label={t`Table`}
              placeholder={placeholder}
              value={text}
              onChange={(event) => setText(event.target.value)}
              slotProps={{
                htmlInput: { spellCheck: false, style: { fontFamily: "monospace" } },
                inputLabel: { shrink: true },
              }}
            />
            <Box>
              <Button component="label" variant="outlined" startIcon={<UploadFileIcon />}>
                <Trans>Choose CSV file</Trans>
                <input type="file" accept=".csv,.tsv,.txt,text/csv" hidden onChange={(event) => void readFile(event)} />
              </Button>
            </Box>
            {problem ? <Alert severity="error">{problem}</Alert> : null}
            {preview ? <RowsPreview preview={preview} /> : null}
          </Stack>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={leave}>
          {jobId !== null ? t`Close` : t`Cancel`}
        </Button>
        {jobId !== null ? null : isReady ? (
          <Button variant="contained" disabled={busy} onClick={make}>
            <Plural value={preview.count} one="Create # code" other="Create # codes" />
          </Button>
        ) : (
          <Button variant="contained" disabled={busy || text.trim() === ""} onClick={check}>
            <Trans>Check rows</Trans>
          </Button>
        )}
      </DialogActions>
      <ConfirmDialog
        open={isLeaving}
        title={t`Leave without saving?`}
        confirmLabel={t`Leave`}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {t(UNMADE)}
      </ConfirmDialog>
      <LeaveGuard isChanged={isUnmade}>{t(UNMADE)}</LeaveGuard>
    </Dialog>
  );
}
