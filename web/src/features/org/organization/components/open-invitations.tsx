import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import {
  openInvitationsQuery,
  useAcceptInvitation,
  useDeclineInvitation,
} from "@/features/org/organization/api/invitations";
import { ROLE_SENTENCES } from "@/features/org/organization/choices";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { switchOrganization } from "@/shared/organization/organization";

/**
 * Invitations to the user's own address, for users who have not followed the link. Renders nothing if there are none.
 */
export function OpenInvitations() {
  const invitations = useQuery(openInvitationsQuery);
  const accept = useAcceptInvitation();
  const decline = useDeclineInvitation();
  const toasts = useToasts();
  const isBusy = accept.isPending || accept.isSuccess || decline.isPending;
  return invitations.data?.map(({ invitation_id, organization_name, inviter, role }) => (
    <Card key={invitation_id} component="section" aria-label={t`Invitation to ${organization_name}`} sx={{ p: 2.5 }}>
      <Typography variant="subtitle1" component="h2" sx={{ overflowWrap: "anywhere" }}>
        <Trans>Join {organization_name}</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
        <Trans>
          {inviter ?? t`An admin`} invited you as {t(ROLE_SENTENCES[role])}.
        </Trans>
      </Typography>
      <Stack direction="row" spacing={1} sx={{ mt: 1.5 }}>
        <Button
          variant="contained"
          disabled={isBusy}
          onClick={() =>
            handleResult(accept.mutateAsync({ invitation_id }), {
              onSuccess: ({ org_id }) => switchOrganization(org_id),
              onError: toasts.error,
            })
          }
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          color="inherit"
          disabled={isBusy}
          onClick={() => handleResult(decline.mutateAsync({ invitation_id }), { onError: toasts.error })}
        >
          <Trans>Decline</Trans>
        </Button>
      </Stack>
    </Card>
  ));
}
