"""Broken connections, for emails to the organisation's owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.commerce.connections.repository import (
    ConnectionRepository,
    organizations_with_broken,
)


@dataclass(frozen=True, slots=True)
class BrokenConnection:
    """A connection that sends nothing until somebody repairs it."""

    connection_id: str
    name: str
    is_disabled: bool
    """Whether it was disabled after failing for a week; otherwise the vendor refuses access."""
    since: datetime


def organizations_with_unreported(session: Session) -> list[str]:
    """Return the organisations with a broken connection that has not been reported to their owners by email."""
    return organizations_with_broken(session)


def take_unreported(session: Session, org_id: str, now: datetime) -> list[BrokenConnection]:
    """Return the organisation's unreported broken connections and mark them as reported."""
    rows = ConnectionRepository(session).list_unreported(org_id)
    for row in rows:
        row.reported_at = now
    session.flush()
    return [
        BrokenConnection(it.connection_id, it.name, it.status == "disabled", it.broken_since or now)
        for it in rows
    ]
