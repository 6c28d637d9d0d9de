"""Rules of API keys."""

from collections.abc import Callable, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.errors import LoginNeeded
from api.auth.keys import hash_key, shown_prefix
from api.auth.member import Member
from api.auth.models import ApiKey
from api.auth.roles import Role
from api.domains.org.members.errors import KeyNotFound, KeyTooStrong, TooManyKeys
from api.domains.org.members.repository import KeyRepository
from api.domains.org.members.schemas import ApiKeyAction, KeyItem, KeyList, KeyMade, KeyRevoked
from api.domains.org.members.types import Maker

MAX_ACTIVE_KEYS = 100


class KeyService:
    """Keys of one organisation."""

    def __init__(
        self,
        session: Session,
        now: datetime,
        new_id: Callable[[str], str],
        new_key: Callable[[], str],
    ) -> None:
        self._repository = KeyRepository(session)
        self._now = now
        self._new_id = new_id
        self._new_key = new_key

    def perform(self, member: Member, body: ApiKeyAction) -> KeyMade | KeyList | KeyRevoked:
        """List, create or revoke keys, according to `action`. Creating and revoking require a login."""
        org_id = member.org_id
        if body.action == "list":
            makers = self.makers(org_id)
            return KeyList(
                action="list", items=[_item(key, makers) for key in self.list_keys(org_id)]
            )
        if member.user_id is None:
            raise LoginNeeded
        if body.action == "make":
            secret, key = self.make(org_id, body.name, body.role, member.user_id, member.role)
            return KeyMade(action="make", api_key=secret, key=_item(key, self.makers(org_id)))
        revoked = self.revoke(org_id, body.key_id, member.role)
        return KeyRevoked(action="revoke", key=_item(revoked, self.makers(org_id)))

    def list_keys(self, org_id: str) -> list[ApiKey]:
        """Return all keys, including revoked ones."""
        return self._repository.list_all(org_id)

    def makers(self, org_id: str) -> dict[str, Maker]:
        """Return the members who created keys, by user ID."""
        return self._repository.makers(org_id)

    def make(
        self, org_id: str, name: str, role: Role, by: str | None, limit: Role = Role.OWNER
    ) -> tuple[str, ApiKey]:
        """Create a key, and return the secret, which is not stored, and the row."""
        if not limit.reaches(role):
            raise KeyTooStrong
        if self._repository.count_active(org_id) >= MAX_ACTIVE_KEYS:
            raise TooManyKeys
        secret = self._new_key()
        key = ApiKey(
            key_id=self._new_id("key"),
            org_id=org_id,
            name=name,
            role=role,
            prefix=shown_prefix(secret),
            key_hash=hash_key(secret),
            created_by=by,
            created_at=self._now,
        )
        self._repository.add(key)
        return secret, key

    def revoke(self, org_id: str, key_id: str | None, limit: Role) -> ApiKey:
        """Revoke a key. Revoking it again changes nothing."""
        key = self._repository.find(org_id, key_id) if key_id else None
        if key is None:
            raise KeyNotFound
        if not limit.reaches(Role(key.role)):
            raise KeyTooStrong("You cannot revoke a key with a stronger role than yours.")
        if key.revoked_at is None:
            key.revoked_at = self._now
        return key


def _item(key: ApiKey, makers: Mapping[str, Maker]) -> KeyItem:
    maker = makers.get(key.created_by or "")
    now = Role(key.role).capped(maker.role) if maker else Role(key.role)
    works = key.revoked_at is None and (maker is not None or key.created_by is None)
    return KeyItem.model_validate(key).model_copy(
        update={
            "created_by_name": maker.name if maker else None,
            "effective_role": now if works else None,
        }
    )
