"""Connections that stopped, for mails to owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.commerce.connections.repository import (
    ConnectionRepository,
    organizations_with_broken,
)


@dataclass(frozen=True, slots=True)
class BrokenConnection:
    """A connection that sends nothing until somebody mends it."""

    connection_id: str
    name: str
    is_disabled: bool
    """Whether it failed for a week; otherwise the other side refuses the access."""
    since: datetime


def organizations_with_unreported(session: Session) -> list[str]:
    """Organisations with a broken connection that their owners got no mail about."""
    return organizations_with_broken(session)


def take_unreported(session: Session, org_id: str, now: datetime) -> list[BrokenConnection]:
    """Broken connections of an organisation that were not reported yet, now marked as reported."""
    rows = ConnectionRepository(session).list_unreported(org_id)
    for row in rows:
        row.reported_at = now
    session.flush()
    return [
        BrokenConnection(it.connection_id, it.name, it.status == "disabled", it.broken_since or now)
        for it in rows
    ]
