"""Request and response bodies for master keys."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.promotions.promo_locks.schemas import LockRef, Uses
from api.kit.schemas import Schema
from api.kit.timestamps import Moment

Key = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class SetMasterKey(LockRef):
    """A master key to create for a code."""

    key: Key | None = Field(None, description="Your own key; by default one is generated")
    expires_at: Moment | None = None
    max_uses: Uses | None = Field(
        None, description="How often it can be used; null means unlimited"
    )


class EditMasterKey(LockRef):
    """Changes to a master key. Absent fields do not change."""

    key: Key | None = Field(None, description="Your own key, to replace the current one")
    new_key: bool = Field(False, description="Whether to generate a new key")
    expires_at: Moment | None = None
    max_uses: Uses | None = None
    close_open: bool = Field(
        False, description="Whether to close everything that the key opened; a new key always does"
    )


class MasterKeyRead(Schema):
    """The settings and uses of a master key. Only a hash of the key is stored."""

    qr_id: str
    exists: bool
    expires_at: datetime | None = None
    max_uses: int | None = None
    used: int = 0
    last_used_at: datetime | None = None
    created_at: datetime | None = None
    changed_at: datetime | None = None


class MasterKeyMade(MasterKeyRead):
    """A master key. Contains the key itself if it is new."""

    key: str | None


class MasterKeyDeleted(Schema):
    """Whether there was a master key."""

    qr_id: str
    deleted: bool
