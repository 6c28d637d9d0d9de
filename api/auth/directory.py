"""Looks up the caller. This runs before the organisation is known, so row-level security allows each query exactly one
lookup: by the login's `sub`, by its memberships, or by the hash of the presented key.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Update, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.auth.errors import NotAMember
from api.auth.models import ApiKey, Membership, Organization, User
from api.auth.roles import Role
from api.auth.tokens import Claims
from api.db.session import commit_early, enter_tenant, is_read_only, set_variable
from api.kit.ids import new_id

SEEN_EVERY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Place:
    """An organisation and the caller's role in it."""

    organization: Organization
    role: str


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """An API key, its organisation, and the role that it has at this moment."""

    key: ApiKey
    organization: Organization
    role: Role


class Directory:
    """Finds users and API keys from the credentials in a request."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._session = session
        self._now = now

    def user_of(self, claims: Claims) -> User:
        """Return the user of a login. Created on the first login and updated on later ones."""
        set_variable(self._session, "app.user_sub", claims.sub)
        user = self._session.scalar(select(User).where(User.sub == claims.sub))
        if user is None:
            self._session.execute(
                insert(User)
                .values(
                    user_id=new_id("usr"),
                    sub=claims.sub,
                    email=claims.email,
                    email_verified=claims.email_verified,
                    name=claims.name,
                    created_at=self._now,
                    last_seen_at=self._now,
                )
                .on_conflict_do_nothing(index_elements=["sub"])
            )
            user = self._session.scalars(select(User).where(User.sub == claims.sub)).one()
        self._refresh(user, claims)
        set_variable(self._session, "app.user_id", user.user_id)
        return user

    def place_of(self, user: User, chosen: str | None) -> Place | None:
        """Return the organisation that the request chose among the user's organisations, or without a choice the one
        that the user joined first.

        None if the user belongs to no organisation.

        Raises:
            NotAMember: the user is not a member of the chosen organisation.
        """
        own = select(Membership).where(Membership.user_id == user.user_id)
        if chosen is not None:
            own = own.where(Membership.org_id == chosen)
        first = own.order_by(Membership.created_at, Membership.org_id).limit(1)
        membership = self._session.scalar(first)
        organization = self._enter(membership.org_id) if membership else None
        if membership is None or organization is None:
            if chosen is not None:
                raise NotAMember
            return None
        return Place(organization, membership.role)

    def place_of_key(self, key_hash: str) -> KeyPlace | None:
        """Return the key with this hash and its organisation, unless it is revoked or deleted.

        A key can do no more than its creator may do now, and nothing once they have left. A key that `waypost key`
        created has no creator and keeps its role.
        """
        set_variable(self._session, "app.key_hash", key_hash)
        key = self._session.scalar(
            select(ApiKey).where(ApiKey.key_hash == key_hash, ApiKey.revoked_at.is_(None))
        )
        if key is None:
            return None
        organization = self._enter(key.org_id)
        if organization is None:
            return None
        role = Role(key.role)
        if key.created_by is not None:
            maker = self._role_in(key.org_id, key.created_by)
            if maker is None:
                return None
            role = role.capped(maker)
        if key.last_used_at is None or self._now - key.last_used_at >= SEEN_EVERY:
            self._note_use(key)
        return KeyPlace(key, organization, role)

    def _role_in(self, org_id: str, user_id: str) -> Role | None:
        held = self._session.scalar(
            select(Membership.role).where(
                Membership.org_id == org_id, Membership.user_id == user_id
            )
        )
        return Role(held) if held is not None else None

    def _enter(self, org_id: str) -> Organization | None:
        enter_tenant(self._session, org_id)
        return self._session.scalar(
            select(Organization).where(
                Organization.org_id == org_id, Organization.deleted_at.is_(None)
            )
        )

    def _refresh(self, user: User, claims: Claims) -> None:
        email = claims.email or user.email
        verified = claims.email_verified if claims.email else user.email_verified
        lines = (email, verified, claims.name or user.name)
        unseen = user.last_seen_at is None or self._now - user.last_seen_at >= SEEN_EVERY
        if lines == (user.email, user.email_verified, user.name) and not unseen:
            return
        theirs = select(User.user_id).where(User.user_id == user.user_id)
        self._note(
            update(User)
            .where(User.user_id.in_(theirs.with_for_update(skip_locked=True)))
            .values(email=lines[0], email_verified=lines[1], name=lines[2], last_seen_at=self._now)
        )

    def _note_use(self, key: ApiKey) -> None:
        this = select(ApiKey.key_id).where(
            ApiKey.key_id == key.key_id,
            or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at < self._now),
        )
        self._note(
            update(ApiKey)
            .where(ApiKey.key_id.in_(this.with_for_update(skip_locked=True)))
            .values(last_used_at=self._now)
        )

    def _note(self, noted: Update) -> None:
        """Write something that another request of the same caller may be writing too. Neither request waits for the
        other.
        """
        if is_read_only(self._session):
            return
        self._session.execute(noted)
        commit_early(self._session)
