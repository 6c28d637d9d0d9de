import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
import {
  type CannedAnswer,
  cannedAnswersQuery,
  useDeleteAnswer,
  useSaveAnswer,
} from "@/features/messaging/inbox/api/inbox";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { FormDialog } from "@/shared/components/form-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

/** Prepared replies: add, change, delete. */
export function CannedAnswersDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const answers = useQuery(cannedAnswersQuery);
  const deletion = useDeleteAnswer();
  const toasts = useToasts();
  const [edited, setEdited] = useState<CannedAnswer | "new" | null>(null);
  const [doomed, setDoomed] = useState<CannedAnswer | null>(null);
  return (
    <FormDialog asks={edited !== null} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Canned answers</Trans>
      </DialogTitle>
      <DialogContent>
        {edited !== null ? (
          <AnswerForm answer={edited === "new" ? null : edited} onDone={() => setEdited(null)} />
        ) : answers.isError ? (
          <ErrorState compact error={answers.error} onRetry={() => void answers.refetch()} />
        ) : answers.isPending ? (
          <Skeleton variant="rounded" height={120} aria-busy="true" />
        ) : answers.data.items.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            <Trans>Save answers that you give often, such as your opening hours.</Trans>
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none" }}>
            {answers.data.items.map((one) => (
              <Stack
                component="li"
                key={one.answer_id}
                direction="row"
                spacing={1}
                sx={{ py: 1, alignItems: "center", borderTop: 1, borderColor: "divider" }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
                    {one.name}
                  </Typography>
                  <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                    {one.text}
                  </Typography>
                </Box>
                <Button size="small" aria-label={t`Edit ${one.name}`} onClick={() => setEdited(one)}>
                  <Trans>Edit</Trans>
                </Button>
                <Button size="small" color="inherit" aria-label={t`Delete ${one.name}`} onClick={() => setDoomed(one)}>
                  <Trans>Delete</Trans>
                </Button>
              </Stack>
            ))}
          </Box>
        )}
      </DialogContent>
      {edited === null ? (
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button variant="contained" onClick={() => setEdited("new")}>
            <Trans>New answer</Trans>
          </Button>
        </DialogActions>
      ) : null}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete “${doomed?.name ?? ""}”?`}
        confirmLabel={t`Delete`}
        busy={deletion.isPending}
        onConfirm={() => {
          if (doomed !== null) {
            handleResult(deletion.mutateAsync(doomed.answer_id), {
              onSuccess: () => setDoomed(null),
              onError: toasts.error,
            });
          }
        }}
        onCancel={() => setDoomed(null)}
      >
        <Trans>Answers that were sent stay as they are.</Trans>
      </ConfirmDialog>
    </FormDialog>
  );
}

function AnswerForm({ answer, onDone }: { answer: CannedAnswer | null; onDone: () => void }) {
  const saving = useSaveAnswer();
  const [name, setName] = useState(answer?.name ?? "");
  const [text, setText] = useState(answer?.text ?? "");
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    handleResult(saving.mutateAsync({ answer_id: answer?.answer_id ?? null, name: name.trim(), text: text.trim() }), {
      onSuccess: onDone,
    });
  };
  return (
    <Stack component="form" spacing={2} onSubmit={save} noValidate sx={{ pt: 1 }}>
      <TextField
        label={t`Name`}
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
        autoFocus
      />
      <TextField
        label={t`Text`}
        multiline
        minRows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: 1_600 } }}
        helperText={t`Placeholders such as ${"{{customer.first_name|there}}"} get the customer’s values.`}
      />
      {saving.error ? (
        <Typography variant="body2" color="error" role="alert">
          {messageOf(saving.error)}
        </Typography>
      ) : null}
      <Stack direction="row" spacing={1}>
        <Button
          type="submit"
          variant="contained"
          disabled={name.trim() === "" || text.trim() === "" || saving.isPending}
        >
          <Trans>Save answer</Trans>
        </Button>
        <Button color="inherit" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
