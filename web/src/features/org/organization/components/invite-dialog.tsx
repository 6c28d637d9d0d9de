import { zodResolver } from "@hookform/resolvers/zod";
import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type FocusEvent, useId } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { useInvitePerson } from "@/features/org/organization/api/change-people";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { CopyButton } from "@/shared/components/copy-button";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

const schema = z.object({
  email: z.email({ error: () => t`Enter an email address` }).max(320),
  role: z.enum(["viewer", "editor", "admin", "owner"]),
});
type Invitation = z.infer<typeof schema>;

const ROLE_TEXTS: readonly { value: Invitation["role"]; label: MessageDescriptor }[] = [
  { value: "viewer", label: msg`Viewer: can view` },
  { value: "editor", label: msg`Editor: can edit content` },
  { value: "admin", label: msg`Admin: can manage people and keys` },
  { value: "owner", label: msg`Owner: full access` },
];

interface InviteDialogProps {
  open: boolean;
  mayMakeOwner: boolean;
  onClose: () => void;
}

/** Invites a person by email address. */
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
    invitation.reset();
    onClose();
  };
  const send = form.handleSubmit((values) =>
    handleResult(invitation.mutateAsync(values), {
      onSuccess: () => toasts.success(t`${values.email} was invited`),
      onError: (error) => form.setError("email", { message: messageOf(error) }),
    }),
  );
  if (invitation.data !== undefined) {
    return <Invited open={open} email={invitation.data.email ?? ""} link={invitation.data.link} onClose={close} />;
  }
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
          <Trans>Invite a person</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            <DialogContentText>
              <Trans>They get an email with a link, and join once they accept.</Trans>
            </DialogContentText>
            <Controller
              name="email"
              control={form.control}
              render={({ field: { ref, ...field }, fieldState: { error } }) => (
                <TextField
                  {...field}
                  inputRef={ref}
                  type="email"
                  label={t`Email address`}
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
                <TextField {...field} inputRef={ref} select label={t`Role`}>
                  {ROLE_TEXTS.filter(({ value }) => value !== "owner" || mayMakeOwner).map(({ value, label }) => (
                    <MenuItem key={value} value={value}>
                      {t(label)}
                    </MenuItem>
                  ))}
                </TextField>
              )}
            />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={close} disabled={invitation.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={invitation.isPending}>
            <Trans>Invite</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface InvitedProps {
  open: boolean;
  email: string;
  link: string;
  onClose: () => void;
}

/** Shows the link after an invitation, to be sent by other means too. */
function Invited({ open, email, link, onClose }: InvitedProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Invitation on its way</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: "anywhere" }}>
          <Trans>
            We are sending an email to {email}. You can also share the link yourself; it works for this address only,
            for two weeks.
          </Trans>
        </DialogContentText>
        <TextField
          label={t`Invitation link`}
          value={link}
          fullWidth
          size="small"
          sx={{ mt: 2.5 }}
          slotProps={{ input: { readOnly: true }, htmlInput: { onFocus: selectAll } }}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <CopyButton text={link} label={t`Copy link`} />
        <Button variant="contained" onClick={onClose} autoFocus>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>) {
  currentTarget.select();
}
