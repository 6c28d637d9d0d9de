"""Requests and answers about master keys."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.promotions.promo_locks.schemas import LockRef, Uses
from api.kit.moments import Moment
from api.kit.schemas import Schema

Key = Annotated[str, StringConstraints(min_length=1, max_length=128)]


class SetMasterKey(LockRef):
    """A master key to be given to a code."""

    key: Key | None = Field(None, description="A key of your own; left out, one is made")
    expires_at: Moment | None = None
    max_uses: Uses | None = Field(None, description="How often it may be used; null: no end")


class EditMasterKey(LockRef):
    """Changes to a master key; what is absent stays as it is."""

    key: Key | None = Field(None, description="Another key of your own")
    new_key: bool = Field(False, description="Make another key")
    expires_at: Moment | None = None
    max_uses: Uses | None = None
    close_open: bool = Field(
        False, description="Close what it opened; another key does that by itself"
    )


class MasterKeyRead(Schema):
    """A master key, without the key: only its hash is kept."""

    qr_id: str
    exists: bool
    expires_at: datetime | None = None
    max_uses: int | None = None
    used: int = 0
    last_used_at: datetime | None = None
    created_at: datetime | None = None
    changed_at: datetime | None = None


class MasterKeyMade(MasterKeyRead):
    """A master key with the key itself where it is new. It is never told again."""

    key: str | None


class MasterKeyDeleted(Schema):
    """Whether there was one."""

    qr_id: str
    deleted: bool
