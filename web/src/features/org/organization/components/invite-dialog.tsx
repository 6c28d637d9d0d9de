import { zodResolver } from "@hookform/resolvers/zod";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { useInvitePerson } from "@/features/org/organization/api/change-people";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

const schema = z.object({
  email: z.email("Enter an email address").max(320),
  role: z.enum(["viewer", "editor", "admin", "owner"]),
});
type Invitation = z.infer<typeof schema>;

const ROLE_TEXTS: readonly { value: Invitation["role"]; label: string }[] = [
  { value: "viewer", label: "Viewer: can view" },
  { value: "editor", label: "Editor: can edit content" },
  { value: "admin", label: "Admin: can manage people and keys" },
  { value: "owner", label: "Owner: full access" },
];

interface InviteDialogProps {
  open: boolean;
  mayMakeOwner: boolean;
  onClose: () => void;
}

/** Invites somebody by e-mail address. */
export function InviteDialog({ open, mayMakeOwner, onClose }: InviteDialogProps) {
  const titleId = useId();
  const invitation = useInvitePerson();
  const toasts = useToasts();
  const form = useForm<Invitation>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", role: "viewer" },
  });
  const close = () => {
    form.reset();
    onClose();
  };
  const send = form.handleSubmit((values) =>
    handleResult(invitation.mutateAsync(values), {
      onSuccess: () => {
        toasts.success(`${values.email} was invited`);
        close();
      },
      onError: (error) => form.setError("email", { message: messageOf(error) }),
    }),
  );
  return (
    <FormDialog
      open={open}
      onClose={invitation.isPending ? undefined : close}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={(event) => void send(event)}>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          Invite a person
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            <DialogContentText>They get an email and join when they log in with this address.</DialogContentText>
            <Controller
              name="email"
              control={form.control}
              render={({ field: { ref, ...field }, fieldState: { error } }) => (
                <TextField
                  {...field}
                  inputRef={ref}
                  type="email"
                  label="Email address"
                  required
                  autoFocus
                  error={error !== undefined}
                  helperText={error?.message}
                />
              )}
            />
            <Controller
              name="role"
              control={form.control}
              render={({ field: { ref, ...field } }) => (
                <TextField {...field} inputRef={ref} select label="Role">
                  {ROLE_TEXTS.filter(({ value }) => value !== "owner" || mayMakeOwner).map(({ value, label }) => (
                    <MenuItem key={value} value={value}>
                      {label}
                    </MenuItem>
                  ))}
                </TextField>
              )}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={close} disabled={invitation.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={invitation.isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
