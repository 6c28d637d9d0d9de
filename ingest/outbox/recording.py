"""Writes events to the outbox in the same transaction as the change that they describe."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

import psycopg

from ingest.contracts.codec import encode
from ingest.contracts.envelope import Event

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

_COLUMNS = "event_id, org_id, key, payload"
_INSERT = f"insert into outbox ({_COLUMNS}) values (:event_id, :org_id, :key, :payload)"
_MAX_ROWS = 5_000


class OutboxRow(NamedTuple):
    """A row of the outbox; `payload` is the encoded event."""

    event_id: UUID
    org_id: str
    key: str
    payload: bytes


def outbox_row(event: Event) -> OutboxRow:
    """Return the outbox row of the event. Raises ContractError if the event cannot be encoded."""
    return OutboxRow(event.event_id, event.org_id, event.key, encode(event))


def record(session: "Session | Connection", event: Event) -> None:
    """Record the event in the caller's transaction.

    Raises:
        ContractError: the event is too large.
    """
    # The relay and the lander start faster and need less memory without it
    from sqlalchemy import text

    session.execute(text(_INSERT), outbox_row(event)._asdict())


def record_many(session: "Session | Connection", events: Iterable[Event]) -> None:
    """Record many events at once in the caller's transaction.

    Raises:
        ContractError: an event is too large.
    """
    record_rows(session, [outbox_row(event) for event in events])


def record_rows(session: "Session | Connection", rows: Sequence[OutboxRow]) -> None:
    """Record encoded rows at once in the caller's transaction."""
    from sqlalchemy import text

    statement = text(_UNNEST_NAMED)
    for start in range(0, len(rows), _MAX_ROWS):
        columns = zip(*rows[start : start + _MAX_ROWS], strict=True)
        session.execute(statement, dict(zip(OutboxRow._fields, map(list, columns), strict=True)))


async def insert_many(connection: psycopg.AsyncConnection[Any], events: Sequence[Event]) -> None:
    """Record many events at once, in the transaction of this connection."""
    await insert_rows(connection, [outbox_row(event) for event in events])


async def insert_rows(connection: psycopg.AsyncConnection[Any], rows: Sequence[OutboxRow]) -> None:
    """Record encoded rows, with one statement for up to 5,000."""
    for start in range(0, len(rows), _MAX_ROWS):
        part = rows[start : start + _MAX_ROWS]
        await connection.execute(_UNNEST, [list(column) for column in zip(*part, strict=True)])


_UNNEST_NAMED = (
    f"insert into outbox ({_COLUMNS}) select * from unnest(cast(:event_id as uuid[]),"
    " cast(:org_id as text[]), cast(:key as text[]), cast(:payload as bytea[]))"
)
# The same text for any number of rows, so that Postgres plans it only once.
_UNNEST = (
    f"insert into outbox ({_COLUMNS})"
    " select * from unnest(%b::uuid[], %b::text[], %b::text[], %b::bytea[])"
)
