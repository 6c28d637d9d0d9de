"""After a restore: Postgres and lake may tell different stories; here they agree on one again.

Numbers are given by the relay's cursor. When Postgres is restored to an earlier moment, the lake holds
numbers that the cursor would give to other events, and the lander would take those for landed ones. A
dump in another server makes it worse: transaction ids begin anew, so rows written now sort before the
cursor. The relay refuses to start on either; `settle` mends both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from ingest.locks import LANDER_LOCK, RELAY_LOCK, try_lock
from ingest.outbox.cursor import CannotRewind, Cursor, read_cursor, rewind

FIRST_XID = "3"
"""The lowest transaction id that Postgres ever gives to a transaction."""

MARGIN = 1_000_000
"""Positions before the checkpoint among which rows of a higher seq are looked for."""

IdsBeyond = Callable[[int], Mapping[int, str]]
"""Event ids that the lake holds beyond a position, by position."""


class NotAlone(Exception):
    """A relay or lander runs."""


@dataclass(frozen=True)
class Settled:
    """What the relay will do when it starts."""

    pos: int
    waiting: int
    landed: int
    """Rows left out because the lake has their events."""


def contradicts(
    connection: psycopg.Connection[Any], cursor: Cursor, landed: Mapping[int, str]
) -> bool:
    """Whether the lake gave numbers beyond the cursor to other events than the outbox would."""
    if not landed:
        return False
    rows = connection.execute(
        "select event_id::text from outbox where (outbox.xid, outbox.seq) > (%s::xid8, %s)"
        " order by outbox.xid, outbox.seq limit %s",
        [str(cursor.xid), cursor.seq, max(landed) - cursor.pos],
    ).fetchall()
    numbered = {pos: event_id for pos, (event_id,) in enumerate(rows, cursor.pos + 1)}
    return any(numbered.get(pos) != event_id for pos, event_id in landed.items())


def settle(
    connection: psycopg.Connection[Any], held: Mapping[int, int], ids_beyond: IdsBeyond
) -> Settled:
    """Keep in the outbox what the lake lacks, to be numbered beyond everything the lake holds.

    The connection is the owner's, in autocommit mode. Relay and landers are stopped and the topic is
    gone: records that carry old numbers must not meet new ones.

    Raises:
        NotAlone: a relay or lander runs.
    """
    for lock in (RELAY_LOCK, LANDER_LOCK):
        if not try_lock(connection, lock):
            raise NotAlone("stop every relay and lander first")
    with connection.transaction():
        connection.execute("lock table outbox in exclusive mode")
        since = _held_since(connection, read_cursor(connection) or Cursor(), held)
        # Rows of a new server may sort before the old ones by xid; their seq is still higher.
        connection.execute(
            "delete from outbox where (outbox.xid, outbox.seq) <= (%s::xid8, %s) and seq <= %s",
            [str(since.xid), since.seq, since.seq],
        )
        landed = list(ids_beyond(since.pos - MARGIN).values())
        doubled = connection.execute(
            "delete from outbox where event_id = any(%s::uuid[])", [landed]
        ).rowcount
        waiting = connection.execute("update outbox set xid = %s::xid8", [FIRST_XID]).rowcount
        row = connection.execute("select coalesce(max(pos), 0) from dead_letters").fetchone()
        assert row is not None
        pos = max([row[0], *held.values()])
        highs = Jsonb({str(partition): high for partition, high in held.items()})
        connection.execute(
            "update relay_cursor set pos = %s, xid = %s::xid8, seq = 0, highs = %s,"
            " topic_id = null, log_ends = '{}', rewind_wanted = false, updated_at = now()",
            [pos, FIRST_XID, highs],
        )
        connection.execute("delete from relay_checkpoints")
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs)"
            " select pos, relay_cursor.xid, seq, highs from relay_cursor"
        )
    return Settled(pos, waiting, doubled)


def _held_since(
    connection: psycopg.Connection[Any], cursor: Cursor, held: Mapping[int, int]
) -> Cursor:
    try:
        return rewind(connection, cursor, held)
    except CannotRewind:
        return Cursor()
