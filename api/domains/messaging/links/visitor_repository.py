"""Statements about links of messages under the visitors' role, which sees neither messages nor customers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import psycopg

from api.db.visitor_pool import VisitorPool

_OPEN = """
select org_id, message_id, source, source_id, step, variant, channel, code_id, customer_id, targets_sealed,
  sending_at, is_demo, name, logo, brand, visitor_consent
from open_message_link(%s, %s)
"""
_NOTE = "select note_message_clicks(%b::text[], %b::text[], %b::timestamptz)"


class StoredLinks(NamedTuple):
    """The links of a message, with what is recorded when one is followed, and how its organisation looks."""

    org_id: str
    message_id: str
    source: str
    source_id: str
    step: str
    variant: str
    channel: str
    code_id: str | None
    customer_id: str | None
    targets_sealed: str
    sending_at: datetime | None
    is_demo: bool
    name: str
    logo: str | None
    brand: dict[str, Any]
    visitor_consent: str


class Click(NamedTuple):
    """A message whose link a person followed, and the browser where it may be remembered."""

    message_id: str
    visitor_id: str | None


async def find_links(pool: VisitorPool, key: int, now: datetime) -> StoredLinks | None:
    """The links of a key, of any organisation; None if there are none, or none any more."""
    async with pool.connection() as connection:
        row = await (await connection.execute(_OPEN, (key, now))).fetchone()
    return StoredLinks(*row) if row is not None else None


async def note_clicks(
    connection: psycopg.AsyncConnection[Any], clicks: Sequence[Click], now: datetime
) -> None:
    """Note of messages that they were clicked, and whose the browsers probably are."""
    ids = [it.message_id for it in clicks]
    await connection.execute(_NOTE, (ids, [it.visitor_id for it in clicks], now))
