"""Rules of membership: who may invite, change and remove others."""

from collections.abc import Callable
from datetime import datetime, timedelta

from api.auth.errors import RoleTooWeak
from api.auth.member import Member
from api.auth.models import Invitation
from api.auth.roles import Role
from api.domains.org.members.errors import (
    AlreadyMember,
    InvitationClosed,
    MemberNotFound,
    OwnersOnly,
)
from api.domains.org.members.invitation_tokens import InvitationLinks, hash_token
from api.domains.org.members.repository import SORTABLE, KeyRepository, MemberRepository
from api.domains.org.members.schemas import InvitationLink, InvitePerson, ListPeople
from api.domains.org.members.types import Person
from api.jobs.queue import Jobs
from api.kit.errors import FieldError, Invalid

INVITATION_VALIDITY = timedelta(days=14)
INVITE = "members.invite"
"""The kind of job that sends the email of an invitation."""


class MemberService:
    """Members and invited people of one organisation."""

    def __init__(
        self,
        repository: MemberRepository,
        keys: KeyRepository,
        jobs: Jobs,
        links: InvitationLinks,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._repository = repository
        self._keys = keys
        self._jobs = jobs
        self._links = links
        self._now = now
        self._new_id = new_id

    def list_people(self, org_id: str, body: ListPeople) -> tuple[list[Person], int]:
        """Return members and open invitations, and the total number."""
        if body.sort and body.sort.removeprefix("-") not in SORTABLE:
            message = f"must be one of {', '.join(sorted(SORTABLE))}"
            raise Invalid(errors=[FieldError(field="sort", message=message, code="unknown_column")])
        return self._repository.list_people(org_id, self._now, body.paging, body.filter, body.sort)

    def get_person(self, org_id: str, user_id: str) -> Person:
        """Return one person of the organisation."""
        person = self._repository.find_person(org_id, user_id, self._now)
        if person is None:
            raise MemberNotFound
        return person

    def invite(self, member: Member, body: InvitePerson) -> tuple[Person, str]:
        """Invite an address by email, and return the person and the link. Repeating this renews the invitation and
        sends another email with the same link.

        Raises:
            AlreadyMember: the address belongs to a member of this organisation.
        """
        _require_owner(member, body.role)
        if self._repository.has_member(member.org_id, body.email):
            raise AlreadyMember
        invitation = Invitation(
            invitation_id=self._new_id("inv"),
            org_id=member.org_id,
            email=body.email,
            role=body.role,
            invited_by=member.caller_id,
            created_at=self._now,
            expires_at=self._now + INVITATION_VALIDITY,
        )
        invitation_id = self._repository.invite(invitation)
        link = self._issue(member.org_id, invitation_id)
        self._jobs.enqueue(
            member.org_id,
            INVITE,
            {"invitation_id": invitation_id},
            created_by=member.caller_id,
        )
        return self.get_person(member.org_id, invitation_id), link

    def link(self, member: Member, invitation_id: str) -> InvitationLink:
        """Return the link of an invitation that can still be accepted.

        Raises:
            MemberNotFound: there is no such invitation.
            InvitationClosed: it has expired or was declined, and must be sent again.
        """
        person = self.get_person(member.org_id, invitation_id)
        if person.status != "invited" or person.email is None or person.expires_at is None:
            raise MemberNotFound
        _require_owner(member, person.role)
        if person.invitation != "open":
            raise InvitationClosed("Send this invitation again to get a link that works.")
        return InvitationLink(
            invitation_id=invitation_id,
            email=person.email,
            link=self._issue(member.org_id, invitation_id),
            expires_at=person.expires_at,
        )

    def _issue(self, org_id: str, invitation_id: str) -> str:
        """Return the link of an invitation. Its hash is stored again, in case the secret has changed."""
        token_hash = hash_token(self._links.token(invitation_id))
        self._repository.set_token_hash(org_id, invitation_id, token_hash)
        return self._links.link(invitation_id)

    def change_role(self, member: Member, user_id: str, role: Role) -> Person:
        """Change the role of a member or an invitation."""
        if not member.role.reaches(Role.ADMIN):
            raise RoleTooWeak("This needs the role admin or a stronger one.")
        person = self._locked(member.org_id, user_id)
        _require_owner(member, person.role, role)
        if person.status == "invited":
            self._repository.change_invitation(member.org_id, user_id, role)
        elif person.role != role:
            self._repository.change_role(member.org_id, user_id, role)
        return self.get_person(member.org_id, user_id)

    def remove(self, member: Member, user_id: str) -> None:
        """Remove a member and revoke their keys, or withdraw an invitation."""
        if not member.role.reaches(Role.ADMIN) and user_id != member.user_id:
            raise RoleTooWeak("This needs the role admin or a stronger one.")
        person = self._locked(member.org_id, user_id)
        _require_owner(member, person.role)
        if person.status == "invited":
            self._repository.withdraw(member.org_id, user_id, self._now)
        else:
            self._repository.remove(member.org_id, user_id)
            self._keys.revoke_all_of(member.org_id, user_id, self._now)

    def _locked(self, org_id: str, user_id: str) -> Person:
        self._repository.lock_role(org_id, user_id)
        return self.get_person(org_id, user_id)


def _require_owner(member: Member, *roles: Role) -> None:
    if Role.OWNER in roles and member.role is not Role.OWNER:
        raise OwnersOnly
