import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CloseIcon from "@mui/icons-material/Close";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useCreatePoll } from "@/features/content/polls/api/polls";
import {
  bodyOf,
  EMPTY_POLL,
  MIN_CHOICES,
  MAX_CHOICES,
  MAX_LETTERS,
  type PollForm,
  problemsOf,
} from "@/features/content/polls/poll-form";
import type { ShowResults } from "@/features/content/polls/types";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

const RESULTS: { value: ShowResults; label: MessageDescriptor }[] = [
  { value: "after", label: msg`After voting` },
  { value: "always", label: msg`Always` },
  { value: "never", label: msg`Never` },
];

/** Asks for a new poll's question and answers. */
export function PollDialog({ codeId, onClose }: { codeId: string; onClose: () => void }) {
  const toasts = useToasts();
  const creation = useCreatePoll();
  const [form, setForm] = useState<PollForm>(EMPTY_POLL);
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(form);
  const shown = isTried ? problems : {};
  const change = (changes: Partial<PollForm>) => setForm((before) => ({ ...before, ...changes }));

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0 || creation.isPending) {
      return;
    }
    handleResult(creation.mutateAsync(bodyOf(codeId, form)), {
      onSuccess: () => {
        toasts.success(t`Poll opened.`);
        onClose();
      },
    });
  };

  return (
    <FormDialog onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="poll-title">
      <form onSubmit={submit} noValidate>
        <DialogTitle id="poll-title">
          <Trans>New poll</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <Typography variant="body2" color="textSecondary">
              <Trans>
                The poll gets its own page with a link and a QR code. If this code has no other content, it leads there.
                To show the poll on a landing page, add a Vote block to that page instead.
              </Trans>
            </Typography>
            {creation.isError ? <Alert severity="error">{messageOf(creation.error)}</Alert> : null}
            <TextField
              autoFocus
              label={t`Question`}
              value={form.question}
              onChange={(event) => change({ question: event.target.value })}
              error={shown.question !== undefined}
              helperText={shown.question}
              slotProps={{ htmlInput: { maxLength: MAX_LETTERS } }}
            />
            <Choices choices={form.choices} problem={shown.choices} onChange={(choices) => change({ choices })} />
            <TextField
              select
              label={t`Show results`}
              value={form.showResults}
              onChange={(event) => change({ showResults: event.target.value as ShowResults })}
            >
              {RESULTS.map(({ value, label }) => (
                <MenuItem key={value} value={value}>
                  {t(label)}
                </MenuItem>
              ))}
            </TextField>
            <FormControlLabel
              control={
                <Checkbox
                  checked={form.changeable}
                  onChange={(event) => change({ changeable: event.target.checked })}
                />
              }
              label={t`Visitors can change their vote`}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" loading={creation.isPending}>
            <Trans>Open poll</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface ChoicesProps {
  choices: readonly string[];
  problem: string | undefined;
  onChange: (choices: string[]) => void;
}

function Choices({ choices, problem, onChange }: ChoicesProps) {
  return (
    <Stack spacing={1.5}>
      {choices.map((choice, place) => (
        // New answers have no ID, so their position is the key.
        <Stack key={place} direction="row" spacing={1} sx={{ alignItems: "center" }}>
          <TextField
            fullWidth
            size="small"
            label={t`Answer ${place + 1}`}
            value={choice}
            onChange={(event) => onChange(choices.map((one, index) => (index === place ? event.target.value : one)))}
            error={problem !== undefined}
            slotProps={{ htmlInput: { maxLength: MAX_LETTERS } }}
          />
          {choices.length > MIN_CHOICES ? (
            <IconButton
              aria-label={t`Remove answer ${place + 1}`}
              onClick={() => onChange(choices.filter((_, index) => index !== place))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          ) : null}
        </Stack>
      ))}
      {problem !== undefined ? (
        <Typography color="error" variant="body2" role="alert">
          {problem}
        </Typography>
      ) : null}
      {choices.length < MAX_CHOICES ? (
        <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={() => onChange([...choices, ""])}>
          <Trans>Add answer</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
