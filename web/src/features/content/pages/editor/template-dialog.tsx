import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { useSubmitTemplate } from "@/features/content/pages/api/pages";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

/** Saves the page in its current state as a template for others. */
export function TemplateDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [name, setName] = useState(draft.page.name);
  const [description, setDescription] = useState("");
  const [isShared, setShared] = useState(true);
  const keeping = useSubmitTemplate();
  const toasts = useToasts();
  const saveTemplate = (event: SyntheticEvent) => {
    event.preventDefault();
    const blocks = { ...draft.current() };
    handleResult(keeping.mutateAsync({ name, description, visibility: isShared ? "shared" : "private", blocks }), {
      onSuccess: () => {
        toasts.success(t`Template saved.`);
        onClose();
      },
    });
  };
  return (
    <FormDialog onClose={onClose} maxWidth="xs" fullWidth>
      <form onSubmit={saveTemplate}>
        <DialogTitle>
          <Trans>Save as template</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField
              label={t`Name`}
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={keeping.isError}
              helperText={keeping.isError ? messageOf(keeping.error) : undefined}
            />
            <TextField
              label={t`Description`}
              multiline
              minRows={2}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
            <FormControlLabel
              control={<Switch checked={isShared} onChange={(_, on) => setShared(on)} />}
              label={t`Share with the organisation`}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={keeping.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
