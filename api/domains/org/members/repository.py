"""All SQL statements about members, invitations and keys."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    Select,
    String,
    Subquery,
    Update,
    and_,
    case,
    delete,
    func,
    literal,
    null,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.auth.models import ApiKey, Invitation, Membership, Organization, User
from api.auth.roles import Role
from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.org.members.errors import LastOwner
from api.domains.org.members.types import Maker, Person
from api.kit.pagination import Paging, contains_pattern

LISTED_AFTERWARDS = timedelta(days=30)
"""How long an expired invitation remains in the list, so that it can be sent again."""

SORTABLE = frozenset({"name", "email", "role", "status", "created_at", "last_seen_at"})


class MemberRepository(Repository[Membership]):
    """Members and invitations, which lists show together."""

    model = Membership

    def list_people(
        self, org_id: str, now: datetime, paging: Paging, text: str | None, sort: str | None
    ) -> tuple[list[Person], int]:
        """Return one page of people."""
        people = self._people(org_id, now)
        statement = select(people)
        if text:
            pattern = contains_pattern(text)
            statement = statement.where(
                or_(people.c.email.ilike(pattern), people.c.name.ilike(pattern))
            )
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        rows = self.session.execute(
            statement.order_by(_order(people, sort), people.c.user_id)
            .limit(paging.page_size)
            .offset(paging.offset)
        )
        return [Person(**{**row, "role": Role(row["role"])}) for row in rows.mappings()], total

    def find_person(self, org_id: str, user_id: str, now: datetime) -> Person | None:
        """Return one member or invited person."""
        people = self._people(org_id, now)
        row = self.session.execute(select(people).where(people.c.user_id == user_id)).mappings()
        person = row.one_or_none()
        return Person(**{**person, "role": Role(person["role"])}) if person else None

    def has_member(self, org_id: str, email: str) -> bool:
        """Return whether a member has this address."""
        statement = (
            self.scoped(org_id)
            .join(User, User.user_id == Membership.user_id)
            .where(func.lower(User.email) == email)
        )
        return self.session.scalars(statement).first() is not None

    def change_role(self, org_id: str, user_id: str, role: Role) -> None:
        """Change a member's role. Raises LastOwner, which a constraint of the database detects."""
        self._execute_keeping_owner(
            update(Membership)
            .where(Membership.org_id == org_id, Membership.user_id == user_id)
            .values(role=role)
        )

    def remove(self, org_id: str, user_id: str) -> None:
        """End a membership. Raises LastOwner."""
        self._execute_keeping_owner(
            delete(Membership).where(Membership.org_id == org_id, Membership.user_id == user_id)
        )

    def lock_role(self, org_id: str, user_id: str) -> Role | None:
        """Return a member's role, locked until the transaction ends."""
        role = self.session.scalar(
            select(Membership.role)
            .where(Membership.org_id == org_id, Membership.user_id == user_id)
            .with_for_update()
        )
        return Role(role) if role else None

    def invite(self, invitation: Invitation) -> str:
        """Add an invitation, or renew the open one for this address, and return its ID."""
        values = {
            "role": invitation.role,
            "invited_by": invitation.invited_by,
            "expires_at": invitation.expires_at,
            "mail_state": "waiting",
            "declined_at": None,
        }
        statement = (
            insert(Invitation)
            .values(
                invitation_id=invitation.invitation_id,
                org_id=invitation.org_id,
                email=invitation.email,
                created_at=invitation.created_at,
                **values,
            )
            .on_conflict_do_update(
                index_elements=["org_id", "email"],
                index_where=Invitation.accepted_at.is_(None) & Invitation.revoked_at.is_(None),
                set_=values,
            )
            .returning(Invitation.invitation_id)
        )
        return self.session.scalars(statement).one()

    def change_invitation(self, org_id: str, invitation_id: str, role: Role) -> None:
        """Change the role that an open invitation offers."""
        self.session.execute(self._open_invitation(org_id, invitation_id).values(role=role))

    def withdraw(self, org_id: str, invitation_id: str, now: datetime) -> None:
        """Close an open invitation."""
        self.session.execute(self._open_invitation(org_id, invitation_id).values(revoked_at=now))

    def set_token_hash(self, org_id: str, invitation_id: str, token_hash: str | None) -> None:
        """Store the hash by which an invitation's link is recognised."""
        self.session.execute(
            self._open_invitation(org_id, invitation_id).values(token_hash=token_hash)
        )

    def find_unsent(self, org_id: str, invitation_id: str, now: datetime) -> Invitation | None:
        """Return an open invitation whose email was not sent."""
        return self.session.scalar(
            select(Invitation).where(
                Invitation.org_id == org_id,
                Invitation.invitation_id == invitation_id,
                Invitation.accepted_at.is_(None),
                Invitation.revoked_at.is_(None),
                Invitation.declined_at.is_(None),
                Invitation.expires_at > now,
                Invitation.mail_state.in_(("waiting", "failed")),
            )
        )

    def inviter_of(self, org_id: str, invitation: Invitation) -> tuple[Organization, str | None]:
        """Return the organisation, and the name or address of the inviting member."""
        organization = self.session.scalars(
            select(Organization).where(Organization.org_id == org_id)
        ).one()
        name = func.coalesce(func.nullif(User.name, ""), User.email)
        inviter = self.session.scalar(select(name).where(User.user_id == invitation.invited_by))
        return organization, inviter

    def mark_mail(self, org_id: str, invitation_id: str, state: str) -> None:
        """Store the state of an invitation's email."""
        self.session.execute(self._open_invitation(org_id, invitation_id).values(mail_state=state))

    def _open_invitation(self, org_id: str, invitation_id: str) -> Update:
        return (
            update(Invitation)
            .where(
                Invitation.org_id == org_id,
                Invitation.invitation_id == invitation_id,
                Invitation.accepted_at.is_(None),
                Invitation.revoked_at.is_(None),
            )
            .execution_options(synchronize_session=False)
        )

    def _execute_keeping_owner(self, statement: Update | Delete) -> None:
        try:
            with self.session.begin_nested():
                self.session.execute(statement.execution_options(synchronize_session=False))
        except IntegrityError as error:
            diagnosis = getattr(error.orig, "diag", None)
            if getattr(diagnosis, "constraint_name", None) == "last_owner":
                raise LastOwner from None
            raise

    def _people(self, org_id: str, now: datetime) -> Subquery:
        members = (
            select(
                User.user_id,
                User.email,
                User.name,
                Membership.role,
                literal("active", String).label("status"),
                Membership.created_at,
                User.last_seen_at,
                null().label("expires_at"),
                null().label("mail"),
                null().label("invitation"),
            )
            .join(User, User.user_id == Membership.user_id)
            .where(Membership.org_id == org_id)
        )
        invited: Select[*tuple[Any, ...]] = select(
            Invitation.invitation_id,
            Invitation.email,
            literal("", String),
            Invitation.role,
            literal("invited", String),
            Invitation.created_at,
            null(),
            Invitation.expires_at,
            Invitation.mail_state,
            case(
                (Invitation.declined_at.is_not(None), "declined"),
                (Invitation.expires_at <= now, "expired"),
                else_="open",
            ),
        ).where(
            Invitation.org_id == org_id,
            Invitation.accepted_at.is_(None),
            Invitation.revoked_at.is_(None),
            Invitation.expires_at > now - LISTED_AFTERWARDS,
        )
        return union_all(members, invited).subquery("people")


class KeyRepository(Repository[ApiKey]):
    """API keys."""

    model = ApiKey

    def list_all(self, org_id: str) -> list[ApiKey]:
        """Return all keys, newest first."""
        newest = self.scoped(org_id).order_by(ApiKey.created_at.desc(), ApiKey.key_id)
        return list(self.session.scalars(newest))

    def makers(self, org_id: str) -> dict[str, Maker]:
        """Return the members who created keys, by user ID. Former members are left out."""
        makers = (
            select(
                User.user_id,
                func.coalesce(func.nullif(User.name, ""), func.nullif(User.email, "")),
                Membership.role,
            )
            .distinct()
            .join(ApiKey, ApiKey.created_by == User.user_id)
            .join(
                Membership,
                and_(Membership.user_id == User.user_id, Membership.org_id == ApiKey.org_id),
            )
            .where(ApiKey.org_id == org_id)
        )
        return {
            user_id: Maker(name, Role(role)) for user_id, name, role in self.session.execute(makers)
        }

    def revoke_all_of(self, org_id: str, user_id: str, now: datetime) -> None:
        """Revoke the keys that a user created."""
        self.session.execute(
            update(ApiKey)
            .where(
                ApiKey.org_id == org_id,
                ApiKey.created_by == user_id,
                ApiKey.revoked_at.is_(None),
            )
            .values(revoked_at=now)
            .execution_options(synchronize_session=False)
        )

    def count_active(self, org_id: str) -> int:
        """Return the number of keys that are not revoked. Creating keys is locked until the transaction ends."""
        lock_until_commit(self.session, "api-keys", org_id)
        statement = self.scoped(org_id).where(ApiKey.revoked_at.is_(None))
        return self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0

    def find(self, org_id: str, key_id: str) -> ApiKey | None:
        """Return a key, locked until the transaction ends."""
        return self.session.scalar(
            self.scoped(org_id).where(ApiKey.key_id == key_id).with_for_update()
        )

    def add(self, key: ApiKey) -> None:
        """Store a new key."""
        self.session.add(key)
        self.session.flush()


def _order(people: Subquery, sort: str | None) -> ColumnElement[object]:
    name = (sort or "created_at").removeprefix("-")
    column = people.c[name if name in SORTABLE else "created_at"]
    return (
        column.desc().nulls_last() if sort and sort.startswith("-") else column.asc().nulls_last()
    )
