"""All SQL statements about invitations for invited people, and about invitation links."""

from datetime import datetime

from sqlalchemy import Row, column, func, select, update
from sqlalchemy.dialects.postgresql import insert

from api.auth.models import Invitation, Membership
from api.auth.roles import Role
from api.db.session import enter_tenant, set_variable
from api.db.tenancy import Repository
from api.domains.org.members.types import PresentedInvitation


class InvitationRepository(Repository[Invitation]):
    """Invitations as invited people access them: with the token of a link, or with a login that has the invited
    address.
    """

    model = Invitation

    def by_token(self, token_hash: str) -> PresentedInvitation | None:
        """Return the invitation whose token has this hash, whether it is open or not."""
        set_variable(self.session, "app.invitation_hash", token_hash)
        found = [it for it in self._presented() if it.token_hash == token_hash]
        return _presented_of(found[0]) if found else None

    def open_to(self, email: str, now: datetime) -> list[PresentedInvitation]:
        """Return the invitations to this address that can be accepted. The caller has proven that the address is
        theirs.
        """
        set_variable(self.session, "app.user_email", email)
        found = [_presented_of(it) for it in self._presented() if it.email == email]
        return [it for it in found if it.state(now) == "open"]

    def accept(self, invitation: PresentedInvitation, user_id: str, now: datetime) -> bool:
        """Make the user a member. Return False if the invitation was closed in the meantime, or they are already a
        member.

        Of two simultaneous requests, or a request and a withdrawal, only one gets the row.
        """
        enter_tenant(self.session, invitation.org_id)
        role = self.session.scalar(
            update(Invitation)
            .where(
                Invitation.org_id == invitation.org_id,
                Invitation.invitation_id == invitation.invitation_id,
                Invitation.accepted_at.is_(None),
                Invitation.revoked_at.is_(None),
                Invitation.expires_at > now,
            )
            .values(accepted_at=now, declined_at=None)
            .returning(Invitation.role)
            .execution_options(synchronize_session=False)
        )
        if role is None:
            return False
        joined = insert(Membership).values(
            org_id=invitation.org_id, user_id=user_id, role=Role(role), created_at=now
        )
        made = joined.on_conflict_do_nothing(index_elements=["org_id", "user_id"])
        return self.session.scalar(made.returning(Membership.user_id)) is not None

    def is_member(self, org_id: str, user_id: str) -> bool:
        """Return whether the user belongs to the organisation whose tenant scope the session has entered."""
        held = select(Membership.role).where(
            Membership.org_id == org_id, Membership.user_id == user_id
        )
        return self.session.scalar(held) is not None

    def decline(self, invitation: PresentedInvitation, now: datetime) -> None:
        """Record that the invited person has declined."""
        enter_tenant(self.session, invitation.org_id)
        self.session.execute(
            update(Invitation)
            .where(
                Invitation.org_id == invitation.org_id,
                Invitation.invitation_id == invitation.invitation_id,
                Invitation.accepted_at.is_(None),
                Invitation.revoked_at.is_(None),
            )
            .values(declined_at=now)
            .execution_options(synchronize_session=False)
        )

    def _presented(self) -> list[Row[tuple[object, ...]]]:
        names = (*PresentedInvitation.__dataclass_fields__, "token_hash")
        table = func.presented_invitations().table_valued(*(column(name) for name in names))
        return list(self.session.execute(select(*table.c)))


def _presented_of(row: Row[tuple[object, ...]]) -> PresentedInvitation:
    return PresentedInvitation(**{k: v for k, v in row._mapping.items() if k != "token_hash"})
