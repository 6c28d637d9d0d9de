import { t } from "@lingui/core/macro";
import LinkIcon from "@mui/icons-material/Link";
import SendOutlinedIcon from "@mui/icons-material/SendOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useInvitePerson } from "@/features/org/organization/api/change-people";
import { useInvitationLink } from "@/features/org/organization/api/invitations";
import type { Person } from "@/features/org/organization/api/people";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

/** Copies an invitation's link, and sends its email again. */
export function InvitationActions({ person }: { person: Person }) {
  const again = useInvitePerson();
  const link = useInvitationLink();
  const toasts = useToasts();
  const { email, role, user_id } = person;
  if (email === null) {
    return null;
  }
  const copy = () =>
    handleResult(
      link.mutateAsync(user_id).then((made) => navigator.clipboard.writeText(made.link)),
      { onSuccess: () => toasts.success(t`Link copied. It works for this address only.`), onError: toasts.error },
    );
  const send = () =>
    handleResult(again.mutateAsync({ email, role }), {
      onSuccess: () => toasts.success(t`The invitation was sent to ${email} again`),
      onError: toasts.error,
    });
  return (
    <>
      {person.invitation === "open" ? (
        <Tooltip title={t`Copy link`}>
          <IconButton aria-label={t`Copy link for ${email}`} disabled={link.isPending} onClick={copy}>
            <LinkIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ) : null}
      <Tooltip title={t`Send again`}>
        <IconButton aria-label={t`Send invitation to ${email} again`} disabled={again.isPending} onClick={send}>
          <SendOutlinedIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </>
  );
}
