"""Request and response schemas of members and keys."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    AliasChoices,
    EmailStr,
    Field,
    model_validator,
)

from api.auth.roles import Role
from api.domains.org.members.types import InvitationState, MailState
from api.kit.pagination import ListBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.visible_text import OneLine

Email = Annotated[EmailStr, AfterValidator(str.lower), Field(max_length=320)]
KeyName = Annotated[str, OneLine(100)]


class InvitePerson(OrgBody):
    """Invite a person by email."""

    email: Email
    role: Role = Role.VIEWER


class ListPeople(ListBody):
    """`filter` searches names and addresses. Sort by name, email, role, status, created_at or last_seen_at."""


class PersonItem(Schema):
    """A member or an invited person."""

    user_id: str = Field(description="`usr_…` of a member, `inv_…` of an open invitation")
    email: str | None
    name: str
    role: Role
    status: Literal["active", "invited"]
    created_at: datetime
    last_seen_at: datetime | None
    expires_at: datetime | None = Field(description="When the invitation expires")
    invitation: InvitationState | None = Field(
        None, description="For an invited person: open, declined or expired"
    )
    mail: MailState | None = Field(
        None,
        description="State of the invitation's email; `kept`: in the sandbox, because no mail server is"
        " configured",
    )


class PersonInvited(PersonItem):
    """An invited person, and the link in their email."""

    link: str = Field(
        description="The link to accept the invitation; it works only for the invited address"
    )


class InvitationRef(OrgBody):
    """Identifies an invitation of the organisation."""

    invitation_id: Annotated[str, Field(max_length=64)]


class InvitationLink(Schema):
    """The link of an invitation."""

    invitation_id: str
    email: str
    link: str
    expires_at: datetime


class InvitationToken(Body):
    """The token of an invitation's link."""

    token: Annotated[str, Field(min_length=1, max_length=100)]


class InvitationAnswer(Body):
    """An invitation, identified by the token of its link or by its ID from `list-invitations`."""

    token: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    invitation_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None

    @model_validator(mode="after")
    def _name_one(self) -> Self:
        if (self.token is None) == (self.invitation_id is None):
            raise ValueError("needs either a token or an invitation_id")
        return self


class InvitationItem(Schema):
    """An invitation as the invited person sees it."""

    invitation_id: str
    organization_name: str
    organization_logo: str
    inviter: str | None = Field(description="Name or address of the member who sent the invitation")
    email: str = Field(description="The invited address")
    role: Role
    expires_at: datetime


class InvitationPresented(InvitationItem):
    """The invitation behind a link, and its state."""

    state: InvitationState


class OpenInvitations(Schema):
    """Invitations to the caller's verified address, oldest first."""

    items: list[InvitationItem]


class InvitationAccepted(Schema):
    """The organisation of which the caller is now a member."""

    org_id: str
    org_name: str
    role: Role


class InvitationDeclined(Schema):
    """The invitation was declined."""

    invitation_id: str
    declined: Literal[True] = True


class ChangeRole(Body):
    """The new role."""

    role: Role


class UserRole(OrgBody):
    """Get a member's role, by default the caller's own, or change it if `role` is given."""

    user_id: str | None = Field(
        None, max_length=64, validation_alias=AliasChoices("user_id", "userid", "userId", "id")
    )
    role: Role | None = None


class PersonRemoved(Schema):
    """The person was removed from the organisation."""

    user_id: str
    removed: Literal[True] = True


class ApiKeyAction(OrgBody):
    """Create, list or revoke keys."""

    action: Literal["make", "list", "revoke"] = "list"
    name: KeyName = "API key"
    role: Role = Role.EDITOR
    key_id: str | None = Field(None, max_length=64, description="The key to revoke")


class KeyItem(Schema):
    """A key without its secret."""

    key_id: str
    name: str
    role: Role = Field(description="The role that it was created with")
    effective_role: Role | None = Field(
        None,
        description="The role that it has now: at most that of its creator; null once it is revoked",
    )
    prefix: str = Field(description="The start of the key, to recognise it")
    created_at: datetime
    created_by: str | None
    created_by_name: str | None = Field(
        None, description="Name or address of its creator, unless they have left"
    )
    last_used_at: datetime | None
    revoked_at: datetime | None


class KeyMade(Schema):
    """A new key. Only this response contains `api_key`."""

    action: Literal["make"]
    api_key: str
    key: KeyItem


class KeyList(Schema):
    """All keys, newest first, including revoked ones."""

    action: Literal["list"]
    items: list[KeyItem]


class KeyRevoked(Schema):
    """The key was revoked."""

    action: Literal["revoke"]
    key: KeyItem
