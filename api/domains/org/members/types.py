"""Types of members as lists show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from api.auth.roles import Role

Status = Literal["active", "invited"]
MailState = Literal["waiting", "sent", "kept", "failed"]


@dataclass(frozen=True, slots=True)
class Maker:
    """A member who made keys."""

    name: str | None
    role: Role


@dataclass(frozen=True, slots=True)
class Person:
    """A member, or a person who was invited and has not joined yet."""

    user_id: str
    email: str | None
    name: str
    role: Role
    status: Status
    created_at: datetime
    last_seen_at: datetime | None
    expires_at: datetime | None
    mail: MailState | None
