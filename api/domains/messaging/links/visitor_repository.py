"""SQL statements about links in messages, with the visitors' database role, which sees neither messages nor
customers.
"""

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
    """The links of a message, the data that is recorded when one is followed, and the brand of its organisation."""

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
    """A message whose link a person followed, and the browser if it may be recognised later."""

    message_id: str
    visitor_id: str | None


async def find_links(pool: VisitorPool, key: int, now: datetime) -> StoredLinks | None:
    """Return the links of any organisation with this key, or None if there are none or they have expired."""
    async with pool.connection() as connection:
        row = await (await connection.execute(_OPEN, (key, now))).fetchone()
    return StoredLinks(*row) if row is not None else None


async def note_clicks(
    connection: psycopg.AsyncConnection[Any], clicks: Sequence[Click], now: datetime
) -> None:
    """Mark messages as clicked, and record to whom the browsers probably belong."""
    ids = [it.message_id for it in clicks]
    await connection.execute(_NOTE, (ids, [it.visitor_id for it in clicks], now))
