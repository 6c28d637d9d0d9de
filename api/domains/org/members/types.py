"""Types of members for lists."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from api.auth.roles import Role

Status = Literal["active", "invited"]
InvitationState = Literal["open", "accepted", "declined", "revoked", "expired"]
MailState = Literal["waiting", "sent", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Maker:
    """A member who created keys."""

    name: str | None
    role: Role


@dataclass(frozen=True, slots=True)
class Person:
    """A member, or an invited person who has not joined yet."""

    user_id: str
    email: str | None
    name: str
    role: Role
    status: Status
    created_at: datetime
    last_seen_at: datetime | None
    expires_at: datetime | None
    mail: MailState | None
    invitation: InvitationState | None


@dataclass(frozen=True, slots=True)
class PresentedInvitation:
    """An invitation as the invited person sees it."""

    invitation_id: str
    org_id: str
    organization_name: str
    organization_logo: str
    inviter: str | None
    email: str
    role: str
    expires_at: datetime
    accepted_at: datetime | None
    declined_at: datetime | None
    revoked_at: datetime | None

    def state(self, now: datetime) -> InvitationState:
        """Return its current state."""
        if self.accepted_at is not None:
            return "accepted"
        if self.revoked_at is not None:
            return "revoked"
        if self.declined_at is not None:
            return "declined"
        return "open" if self.expires_at > now else "expired"
