"""Rules of invitations for invited people, who see them first and then accept or decline."""

from datetime import datetime

from api.auth.member import Person
from api.domains.org.members.errors import (
    AddressNotVerified,
    AlreadyMember,
    InvitationClosed,
    InvitationNotFound,
    OtherAddress,
)
from api.domains.org.members.invitation_repository import InvitationRepository
from api.domains.org.members.invitation_tokens import hash_token
from api.domains.org.members.schemas import InvitationAnswer
from api.domains.org.members.types import InvitationState, PresentedInvitation

_CLOSED: dict[InvitationState, str] = {
    "accepted": "This invitation was accepted already.",
    "revoked": "This invitation was withdrawn.",
    "declined": "This invitation was declined. Ask for a new one if you changed your mind.",
    "expired": "This invitation has expired. Ask for a new one.",
}


class InvitationService:
    """Invitations as invited people see them."""

    def __init__(self, repository: InvitationRepository, now: datetime) -> None:
        self._repository = repository
        self._now = now

    def present(self, token: str) -> PresentedInvitation:
        """Return the invitation of a link, whatever its state.

        Raises:
            InvitationNotFound: no invitation has this token.
        """
        token_hash = hash_token(token)
        found = self._repository.by_token(token_hash) if token_hash else None
        if found is None:
            raise InvitationNotFound
        return found

    def state(self, invitation: PresentedInvitation) -> InvitationState:
        """Return the current state of an invitation."""
        return invitation.state(self._now)

    def list_open(self, person: Person) -> list[PresentedInvitation]:
        """Return the invitations that this person can accept: those to their verified address."""
        if person.email is None or not person.email_verified:
            return []
        return self._repository.open_to(person.email.lower(), self._now)

    def accept(self, person: Person, body: InvitationAnswer) -> PresentedInvitation:
        """Join the organisation.

        Raises:
            InvitationNotFound: there is no such invitation, or it is not for this person.
            AddressNotVerified: the login does not prove its address.
            OtherAddress: the invitation is for another address.
            InvitationClosed: it was accepted, declined or withdrawn, or has expired.
            AlreadyMember: the person is already a member of the organisation.
        """
        invitation = self._own(person, body)
        self._require_open(invitation)
        if not self._repository.accept(invitation, person.user_id, self._now):
            current = self._repository.is_member(invitation.org_id, person.user_id)
            raise (
                AlreadyMember("You are already a member.")
                if current
                else InvitationClosed("This invitation was withdrawn.")
            )
        return invitation

    def decline(self, person: Person, body: InvitationAnswer) -> PresentedInvitation:
        """Decline to join. Admins see this and may invite the person again. Raises the same errors as `accept`."""
        invitation = self._own(person, body)
        self._require_open(invitation)
        self._repository.decline(invitation, self._now)
        return invitation

    def _own(self, person: Person, body: InvitationAnswer) -> PresentedInvitation:
        if body.token is None:
            found = [it for it in self.list_open(person) if it.invitation_id == body.invitation_id]
            if not found:
                raise InvitationNotFound
            return found[0]
        invitation = self.present(body.token)
        if (person.email or "").lower() != invitation.email:
            raise OtherAddress
        if not person.email_verified:
            raise AddressNotVerified
        return invitation

    def _require_open(self, invitation: PresentedInvitation) -> None:
        state = self.state(invitation)
        if state != "open":
            raise InvitationClosed(_CLOSED[state])
