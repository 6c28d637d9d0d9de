import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import LinkOffIcon from "@mui/icons-material/LinkOff";
import Alert from "@mui/material/Alert";
import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  type Invitation,
  invitationQuery,
  useAcceptInvitation,
  useDeclineInvitation,
} from "@/features/org/organization/api/invitations";
import { ROLE_SENTENCES } from "@/features/org/organization/choices";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { currentPath } from "@/shared/auth/return-to";
import { useSession } from "@/shared/auth/session";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useTitle } from "@/shared/components/use-title";
import { Wordmark } from "@/shared/components/wordmark";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { switchOrganization } from "@/shared/organization/organization";

/** The page on which an invitation is accepted deliberately, or declined. */
export function InvitationPage({ token }: { token: string }) {
  useTitle(t`Invitation`);
  const isWhole = token !== "";
  const invitation = useQuery({ ...invitationQuery(token), enabled: isWhole });
  return (
    <Box component="main" sx={{ minHeight: "100svh", display: "grid", placeItems: "center", p: 2 }}>
      <Card sx={{ p: { xs: 3, sm: 5 }, width: "100%", maxWidth: 480 }}>
        <Stack spacing={3}>
          <Link to={paths.home} aria-label={t`Waypost, home`} style={{ color: "inherit", alignSelf: "flex-start" }}>
            <Wordmark />
          </Link>
          {isWhole ? null : (
            <EmptyState
              compact
              icon={<LinkOffIcon />}
              title={t`This link is incomplete`}
              text={t`Copy the whole link from the email, or ask the person who invited you for a new one.`}
            />
          )}
          {invitation.isLoading ? <Skeleton variant="rounded" height={220} aria-label={t`Loading`} /> : null}
          {invitation.isError ? (
            <ErrorState
              compact
              title={t`This invitation can’t be opened`}
              error={invitation.error}
              onRetry={() => void invitation.refetch()}
            />
          ) : null}
          {invitation.data ? <Presented invitation={invitation.data} token={token} /> : null}
        </Stack>
      </Card>
    </Box>
  );
}

function Presented({ invitation, token }: { invitation: Invitation; token: string }) {
  const { organization_name: name, organization_logo: logo, inviter, role, email, expires_at, state } = invitation;
  return (
    <>
      <Stack spacing={2} sx={{ alignItems: "flex-start", minWidth: 0 }}>
        <Avatar
          variant="rounded"
          src={logo || undefined}
          alt=""
          sx={{ width: 56, height: 56, bgcolor: "secondary.main", color: "secondary.contrastText" }}
        >
          {name.slice(0, 1).toUpperCase()}
        </Avatar>
        <Typography variant="h4" component="h1" sx={{ overflowWrap: "anywhere" }}>
          <Trans>Join {name}</Trans>
        </Typography>
        <Typography sx={{ overflowWrap: "anywhere" }}>
          <Trans>
            {inviter ?? t`An admin of ${name}`} invited you to join {name} on Waypost as {t(ROLE_SENTENCES[role])}.
          </Trans>
        </Typography>
        {state === "open" ? (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            <Trans>
              This invitation is for {email} and expires on{" "}
              {formatDate(expires_at, Intl.DateTimeFormat().resolvedOptions().timeZone)}.
            </Trans>
          </Typography>
        ) : null}
      </Stack>
      {state === "open" ? <Answer invitation={invitation} token={token} /> : <Closed state={state} />}
    </>
  );
}

const CLOSED: Record<Exclude<Invitation["state"], "open">, MessageDescriptor> = {
  accepted: msg`This invitation has been accepted.`,
  declined: msg`This invitation was declined. If you changed your mind, ask for a new one.`,
  revoked: msg`This invitation was withdrawn. Ask the person who invited you for a new one.`,
  expired: msg`This invitation has expired. Ask the person who invited you to send it again.`,
};

function Closed({ state }: { state: Exclude<Invitation["state"], "open"> }) {
  const { status } = useSession();
  return (
    <>
      <Alert severity={state === "accepted" ? "success" : "info"}>{t(CLOSED[state])}</Alert>
      <Button component={Link} to={status === "authenticated" ? paths.admin : paths.login} variant="outlined">
        {status === "authenticated" ? t`Open Waypost` : t`Log in`}
      </Button>
    </>
  );
}

function Answer({ invitation, token }: { invitation: Invitation; token: string }) {
  const { status, user, login, logout } = useSession();
  const accept = useAcceptInvitation();
  const decline = useDeclineInvitation();
  const isBusy = accept.isPending || accept.isSuccess || decline.isPending;
  if (status === "loading") {
    return null;
  }
  if (status === "anonymous") {
    return (
      <>
        <Button variant="contained" size="large" onClick={() => login(currentPath())}>
          <Trans>Log in to answer</Trans>
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          <Trans>Log in or sign up as {invitation.email}. You join only once you accept.</Trans>
        </Typography>
      </>
    );
  }
  if (user?.email.toLowerCase() !== invitation.email) {
    return (
      <>
        <Alert severity="warning" sx={{ overflowWrap: "anywhere" }}>
          <Trans>
            You are logged in as {user?.email || user?.name || t`somebody else`}. Log out, then open this link again as{" "}
            {invitation.email}.
          </Trans>
        </Alert>
        <Button variant="outlined" onClick={logout}>
          <Trans>Log out</Trans>
        </Button>
      </>
    );
  }
  const error = accept.error ?? decline.error;
  return (
    <>
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5}>
        <Button
          variant="contained"
          size="large"
          disabled={isBusy}
          onClick={() =>
            handleResult(accept.mutateAsync({ token }), { onSuccess: ({ org_id }) => switchOrganization(org_id) })
          }
        >
          <Trans>Accept</Trans>
        </Button>
        <Button
          color="inherit"
          size="large"
          disabled={isBusy}
          onClick={() => handleResult(decline.mutateAsync({ token }))}
        >
          <Trans>Decline</Trans>
        </Button>
      </Stack>
    </>
  );
}
