import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { useCreateApiKey } from "@/features/org/organization/api/api-keys";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { CopyButton } from "@/shared/components/copy-button";
import { FormDialog } from "@/shared/components/form-dialog";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { reaches } from "@/shared/organization/organization";

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a name` })
    .max(100, { error: () => t`At most 100 characters` }),
  role: z.enum(["viewer", "editor", "admin"]),
});
type NewKey = z.infer<typeof schema>;

interface MakeKeyDialogProps {
  open: boolean;
  ownRole: string;
  onClose: () => void;
}

/** Creates a key and shows its secret only once. */
export function CreateKeyDialog({ open, ownRole, onClose }: MakeKeyDialogProps) {
  const titleId = useId();
  const making = useCreateApiKey();
  const form = useForm<NewKey>({ resolver: zodResolver(schema), defaultValues: { name: "", role: "viewer" } });
  const secret = making.data;
  // A key whose secret nobody has seen is useless, and stays in the list.
  const mayClose = !making.isPending && secret === undefined;
  const close = () => {
    form.reset();
    making.reset();
    onClose();
  };
  const make = form.handleSubmit((values) =>
    handleResult(making.mutateAsync(values), {
      onError: (error) => form.setError("name", { message: messageOf(error) }),
    }),
  );
  return (
    <FormDialog
      open={open}
      asks={mayClose}
      onClose={mayClose ? close : undefined}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {secret === undefined ? t`Create key` : t`New key`}
      </DialogTitle>
      {mayClose ? null : (
        <LeaveGuard isChanged title={t`Close without copying the key?`}>
          <Trans>The key is shown only once. Copy it first, or create another one later.</Trans>
        </LeaveGuard>
      )}
      {secret !== undefined ? (
        <>
          <DialogContent>
            <Stack spacing={2}>
              <Alert severity="warning">
                <Trans>Copy the key now. It can’t be shown again.</Trans>
              </Alert>
              <Box
                component="code"
                sx={{ display: "block", p: 2, borderRadius: 2, bgcolor: "action.hover", overflowWrap: "anywhere" }}
              >
                {secret}
              </Box>
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <CopyButton text={secret} label={t`Copy key`} variant="outlined" />
            <Button variant="contained" onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </DialogActions>
        </>
      ) : (
        <form noValidate onSubmit={(event) => void make(event)}>
          <DialogContent>
            <Stack spacing={2.5}>
              <Controller
                name="name"
                control={form.control}
                render={({ field: { ref, ...field }, fieldState: { error } }) => (
                  <TextField
                    {...field}
                    inputRef={ref}
                    label={t`Name`}
                    required
                    autoFocus
                    error={error !== undefined}
                    helperText={error?.message}
                    sx={{ mt: 1 }}
                  />
                )}
              />
              <Controller
                name="role"
                control={form.control}
                render={({ field: { ref, ...field } }) => (
                  <TextField {...field} inputRef={ref} select label={t`Role`} helperText={t`What the key can do`}>
                    <MenuItem value="viewer">
                      <Trans>Viewer: can view</Trans>
                    </MenuItem>
                    <MenuItem value="editor">
                      <Trans>Editor: can edit content</Trans>
                    </MenuItem>
                    {reaches(ownRole, "admin") ? (
                      <MenuItem value="admin">
                        <Trans>Admin: can manage people</Trans>
                      </MenuItem>
                    ) : null}
                  </TextField>
                )}
              />
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button color="inherit" onClick={close} disabled={making.isPending}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="contained" disabled={making.isPending}>
              <Trans>Create key</Trans>
            </Button>
          </DialogActions>
        </form>
      )}
    </FormDialog>
  );
}
