import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import PersonAddAltIcon from "@mui/icons-material/PersonAddAlt";
import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChangeRole } from "@/features/org/organization/api/change-people";
import { peopleQuery, type Person } from "@/features/org/organization/api/people";
import { DeleteUserDialog } from "@/features/org/organization/components/delete-user-dialog";
import { InvitationActions } from "@/features/org/organization/components/invitation-actions";
import { InviteDialog } from "@/features/org/organization/components/invite-dialog";
import { Section } from "@/features/org/organization/components/section";
import { handleResult } from "@/shared/api/handle-result";
import { useSession } from "@/shared/auth/session";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatAgo, formatDate } from "@/shared/format/dates";
import { reaches, type Role, ROLES } from "@/shared/organization/organization";

const PAGE_SIZE = 10;

interface PeopleProps {
  ownRole: string;
  zone: string;
}

/** Members and invitations. */
export function People({ ownRole, zone }: PeopleProps) {
  const [page, setPage] = useState(1);
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Person | null>(null);
  const people = useQuery(peopleQuery(page, PAGE_SIZE));
  const toasts = useToasts();
  const isAdmin = reaches(ownRole, "admin");
  const { user } = useSession();
  const isMe = (person: Person) => person.status === "active" && person.email !== null && person.email === user?.email;
  const pages = Math.ceil((people.data?.total ?? 0) / PAGE_SIZE);
  // The only person on the last page was removed.
  if (people.data !== undefined && page > Math.max(pages, 1)) {
    setPage(Math.max(pages, 1));
  }
  return (
    <Section
      title={t`People`}
      text={t`Viewers can view, editors can edit content, admins can manage people and keys, and owners have full access.`}
      action={
        isAdmin ? (
          <Button
            variant="outlined"
            startIcon={<PersonAddAltIcon />}
            onClick={() => setInviting(true)}
            sx={{ flexShrink: 0 }}
          >
            <Trans>Invite</Trans>
          </Button>
        ) : undefined
      }
    >
      {people.isPending ? <Skeleton variant="rounded" height={180} /> : null}
      {people.isError ? <ErrorState compact error={people.error} onRetry={() => void people.refetch()} /> : null}
      <Stack component="ul" sx={{ listStyle: "none", p: 0, m: 0 }}>
        {people.data?.items.map((person) => (
          <PersonRow
            key={person.user_id}
            person={person}
            isMe={isMe(person)}
            mayChange={isAdmin && (person.role !== "owner" || ownRole === "owner")}
            mayMakeOwner={ownRole === "owner"}
            zone={zone}
            onRemove={() => setLeaving(person)}
          />
        ))}
      </Stack>
      {pages > 1 ? <Pagination count={pages} page={page} onChange={(_, next) => setPage(next)} sx={{ mt: 2 }} /> : null}
      <InviteDialog open={inviting} mayMakeOwner={ownRole === "owner"} onClose={() => setInviting(false)} />
      {leaving ? (
        <DeleteUserDialog
          userId={leaving.user_id}
          {...removalOf(leaving, isMe(leaving))}
          onDeleted={() =>
            toasts.success(
              isMe(leaving)
                ? t`You have left`
                : leaving.status === "invited"
                  ? t`The invitation was withdrawn`
                  : t`${leaving.name || leaving.email || t`The person`} was removed`,
            )
          }
          onClose={() => setLeaving(null)}
        />
      ) : null}
    </Section>
  );
}

/** Asks for confirmation before a person leaves: what happens depends on whether they are a member. */
function removalOf({ name, email, status }: Person, isMe: boolean) {
  if (isMe) {
    return {
      title: t`Leave the organisation?`,
      confirmLabel: t`Leave`,
      children: t`You leave the organisation immediately. To return, someone has to invite you again.`,
    };
  }
  const person = name || email || t`this person`;
  return status === "invited"
    ? {
        title: t`Withdraw the invitation?`,
        confirmLabel: t`Withdraw`,
        children: t`The link that ${person} got stops working.`,
      }
    : {
        title: t`Remove ${person}?`,
        confirmLabel: t`Remove`,
        children: t`${[name, email].filter(Boolean).join(", ")} loses access to the organisation, and their API keys are revoked.`,
      };
}

/** The delivery status of an invitation's email. */
function InvitationMail({ state }: { state: Person["mail"] }) {
  const text = {
    waiting: t`Email is being sent`,
    sent: t`Email sent`,
    kept: t`No mail server is configured. The email is in the sandbox`,
    failed: t`The email couldn’t be sent. Send it again, or copy the link and send it yourself.`,
  };
  return state ? (
    <Typography variant="body2" color={state === "failed" ? "error" : "textSecondary"}>
      {text[state]}
    </Typography>
  ) : null;
}

/** Describes the state of an invitation. */
function invitationLabel({ invitation, expires_at }: Person, zone: string): string {
  if (invitation === "declined") {
    return t`Declined`;
  }
  if (expires_at === null) {
    return t`Invited`;
  }
  return `${invitation === "expired" ? t`Expired on` : t`Invited, until`} ${formatDate(expires_at, zone)}`;
}

interface PersonRowProps {
  person: Person;
  isMe: boolean;
  mayChange: boolean;
  mayMakeOwner: boolean;
  zone: string;
  onRemove: () => void;
}

function PersonRow({ person, isMe, mayChange, mayMakeOwner, zone, onRemove }: PersonRowProps) {
  const change = useChangeRole();
  const [lower, setLower] = useState<Role | null>(null);
  const toasts = useToasts();
  const name = person.name || person.email || t`Somebody`;
  const setRole = (role: Role) =>
    handleResult(change.mutateAsync({ userId: person.user_id, role }), {
      onSuccess: () => toasts.success(t`${name} is now ${role}`),
      onError: toasts.error,
      onSettled: () => setLower(null),
    });
  const choose = (role: Role) => (isMe && !reaches(role, person.role) ? setLower(role) : setRole(role));
  return (
    <Box
      component="li"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        alignItems: "center",
        py: 1.5,
        borderTop: 1,
        borderColor: "divider",
      }}
    >
      <Avatar
        alt=""
        sx={{ width: 36, height: 36, typography: "subtitle2", bgcolor: "info.main", color: "info.contrastText" }}
      >
        {name.slice(0, 1).toUpperCase()}
      </Avatar>
      <Box sx={{ flex: "1 1 12rem", minWidth: 0 }}>
        <Typography variant="subtitle2" sx={{ overflowWrap: "anywhere" }}>
          {name} {isMe ? t`(you)` : ""}
        </Typography>
        {person.name === "" ? null : (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {person.email}
          </Typography>
        )}
        {person.status === "invited" && person.invitation === "open" ? <InvitationMail state={person.mail} /> : null}
      </Box>
      <Typography variant="caption" color="textSecondary" sx={{ flex: "0 1 auto" }}>
        {person.status === "invited" ? (
          <Chip size="small" color="warning" variant="outlined" label={invitationLabel(person, zone)} />
        ) : person.last_seen_at ? (
          t`Active ${formatAgo(person.last_seen_at)}`
        ) : (
          t`Not logged in yet`
        )}
      </Typography>
      {mayChange ? (
        <Box sx={{ display: "flex", gap: 1.5, alignItems: "center", ml: "auto" }}>
          <TextField
            select
            size="small"
            value={person.role}
            disabled={change.isPending}
            onChange={(event) => choose(event.target.value as Role)}
            slotProps={{ htmlInput: { "aria-label": t`Role of ${name}` } }}
            sx={{ width: 120 }}
          >
            {ROLES.filter((role) => role !== "owner" || mayMakeOwner).map((role) => (
              <MenuItem key={role} value={role} sx={{ textTransform: "capitalize" }}>
                {role[0]?.toUpperCase()}
                {role.slice(1)}
              </MenuItem>
            ))}
          </TextField>
          {person.status === "invited" ? <InvitationActions person={person} /> : null}
          <Tooltip title={person.status === "invited" ? t`Withdraw invitation` : t`Remove`}>
            <IconButton aria-label={t`Remove ${name}`} onClick={onRemove}>
              <DeleteOutlinedIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      ) : (
        <Box sx={{ display: "flex", gap: 1.5, alignItems: "center", ml: "auto" }}>
          <Chip size="small" variant="outlined" label={person.role} sx={{ textTransform: "capitalize" }} />
          {isMe ? (
            <Button size="small" color="error" onClick={onRemove}>
              <Trans>Leave</Trans>
            </Button>
          ) : null}
        </Box>
      )}
      <ConfirmDialog
        open={lower !== null}
        title={t`Reduce your own role?`}
        confirmLabel={t`Change role to ${lower ?? ""}`}
        busy={change.isPending}
        onConfirm={() => lower !== null && setRole(lower)}
        onCancel={() => setLower(null)}
      >
        <Trans>Your role is {person.role}. Only another member can give it back to you.</Trans>
      </ConfirmDialog>
    </Box>
  );
}
