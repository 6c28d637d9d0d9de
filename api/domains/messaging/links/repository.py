"""SQL statements about links in messages, in a session."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from api.domains.messaging.links.models import MessageLinks


def add_links(session: Session, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store the destinations of links in messages."""
    if rows:
        session.execute(insert(MessageLinks), [dict(it) for it in rows])
