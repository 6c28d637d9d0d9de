import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { type CustomerDetail, useAddNote, useDeleteNote } from "@/features/people/customers/api/customers";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

interface CustomerNotesProps {
  customer: CustomerDetail;
  zone: string | undefined;
  mayEdit: boolean;
}

/** The notes that members wrote about a customer. */
export function CustomerNotes({ customer, zone, mayEdit }: CustomerNotesProps) {
  const adding = useAddNote();
  const deletion = useDeleteNote();
  const toasts = useToasts();
  const [text, setText] = useState("");
  const [doomed, setDoomed] = useState<string | null>(null);
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && !adding.isPending) {
      adding.mutate({ customer_id: customer.customer_id, text: text.trim() }, { onSuccess: () => setText("") });
    }
  };
  return (
    <Stack spacing={2}>
      {mayEdit ? (
        <Stack component="form" spacing={1} onSubmit={add} noValidate>
          <TextField
            label={t`New note`}
            multiline
            minRows={2}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={adding.isError}
            helperText={adding.error ? messageOf(adding.error) : undefined}
            slotProps={{ htmlInput: { maxLength: 5000 } }}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={text.trim() === "" || adding.isPending}
            sx={{ alignSelf: "flex-start" }}
          >
            <Trans>Add note</Trans>
          </Button>
        </Stack>
      ) : null}
      {customer.notes.length === 0 ? (
        <Typography color="textSecondary">
          <Trans>No notes yet.</Trans>
        </Typography>
      ) : null}
      {customer.notes.map((note) => (
        <Stack key={note.note_id} spacing={0.5}>
          <Typography variant="body2" sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {note.text}
          </Typography>
          <Stack direction="row" spacing={1} sx={{ alignItems: "center", justifyContent: "space-between" }}>
            <Typography variant="caption" color="textSecondary">
              {[note.author, formatDateTime(note.created_at, zone)].filter(Boolean).join(" · ")}
            </Typography>
            {mayEdit ? (
              <Button size="small" color="inherit" onClick={() => setDoomed(note.note_id)}>
                <Trans>Delete</Trans>
              </Button>
            ) : null}
          </Stack>
        </Stack>
      ))}
      <ConfirmDialog
        open={doomed !== null}
        title={t`Delete this note?`}
        confirmLabel={t`Delete`}
        onConfirm={() => {
          if (doomed !== null) {
            handleResult(deletion.mutateAsync(doomed), { onSuccess: () => setDoomed(null), onError: toasts.error });
          }
        }}
        onCancel={() => setDoomed(null)}
      >
        <Trans>It can’t be restored.</Trans>
      </ConfirmDialog>
    </Stack>
  );
}
