"""Requests and answers about master keys."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.promotions.promo_locks.schemas import LockRef, Uses
from api.kit.schemas import Schema
from api.kit.timestamps import Moment

Key = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class SetMasterKey(LockRef):
    """Create a code's master key."""

    key: Key | None = Field(None, description="Your own key; without it, one is generated")
    expires_at: Moment | None = None
    max_uses: Uses | None = Field(None, description="How often it may be used; null: unlimited")


class EditMasterKey(LockRef):
    """Change a master key; absent fields stay as they are."""

    key: Key | None = Field(None, description="Your own new key")
    new_key: bool = Field(False, description="Generate a new key")
    expires_at: Moment | None = None
    max_uses: Uses | None = None
    close_open: bool = Field(False, description="Close what it opened; a new key always does")


class MasterKeyRead(Schema):
    """A master key's settings and uses, without the key, of which only a hash is stored."""

    qr_id: str
    exists: bool
    expires_at: datetime | None = None
    max_uses: int | None = None
    used: int = 0
    last_used_at: datetime | None = None
    created_at: datetime | None = None
    changed_at: datetime | None = None


class MasterKeyMade(MasterKeyRead):
    """A master key, with the key itself if it is new."""

    key: str | None


class MasterKeyDeleted(Schema):
    """Whether there was a master key."""

    qr_id: str
    deleted: bool
