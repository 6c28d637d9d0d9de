"""Reconciles Postgres and the lake after one of them was restored.

The relay's cursor assigns positions. If Postgres is restored to an earlier moment, the lake already contains positions
that the cursor would assign to other events, and the lander would drop these as landed. If a dump is restored into
another server, transaction IDs start again, so new rows sort before the cursor. The relay refuses to start in both
cases, and `reconcile` repairs them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from ingest.locks import LANDER_LOCK, RELAY_LOCK, try_lock
from ingest.outbox.cursor import CannotRewind, Cursor, read_cursor, rewind

FIRST_XID = "3"
"""The lowest transaction id that Postgres assigns."""

MARGIN = 1_000_000
"""Number of positions before the checkpoint that are searched for rows with a higher seq."""

IdsBeyond = Callable[[int], Mapping[int, str]]
"""Maps each lake position above a given one to its event ID."""


class ProcessesRunning(Exception):
    """A relay or lander is running."""


@dataclass(frozen=True)
class RestoreResult:
    """State after the reconciliation."""

    pos: int
    waiting: int
    landed: int
    """Rows dropped because their events have landed."""


def contradicts(
    connection: psycopg.Connection[Any], cursor: Cursor, landed: Mapping[int, str]
) -> bool:
    """Return whether positions above the cursor belong to different events in the lake and in the outbox."""
    if not landed:
        return False
    rows = connection.execute(
        "select event_id::text from outbox where (outbox.xid, outbox.seq) > (%s::xid8, %s)"
        " order by outbox.xid, outbox.seq limit %s",
        [str(cursor.xid), cursor.seq, max(landed) - cursor.pos],
    ).fetchall()
    numbered = {pos: event_id for pos, (event_id,) in enumerate(rows, cursor.pos + 1)}
    return any(numbered.get(pos) != event_id for pos, event_id in landed.items())


def reconcile(
    connection: psycopg.Connection[Any], lake_positions: Mapping[int, int], ids_beyond: IdsBeyond
) -> RestoreResult:
    """Keep only the outbox rows that the lake lacks, to be numbered above all of its positions.

    The connection uses the owner's role and autocommit. The relay and landers must be stopped and the topic deleted,
    because its records carry old positions.

    Raises:
        ProcessesRunning: a relay or lander is running.
    """
    for lock in (RELAY_LOCK, LANDER_LOCK):
        if not try_lock(connection, lock):
            raise ProcessesRunning("stop every relay and lander first")
    with connection.transaction():
        connection.execute("lock table outbox in exclusive mode")
        since = _rewind_or_start(connection, read_cursor(connection) or Cursor(), lake_positions)
        # Rows of a new server may sort before the old ones by xid, but their seq is still higher.
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
        pos = max([row[0], *lake_positions.values()])
        highs = Jsonb({str(partition): high for partition, high in lake_positions.items()})
        connection.execute(
            "update relay_cursor set pos = %s, xid = %s::xid8, seq = 0, highs = %s,"
            " topic_id = null, log_ends = '{}', rewind_wanted = false, updated_at = now()",
            [pos, FIRST_XID, highs],
        )
        # Followers continue with the rows that were not published yet. The rows that they passed
        # before count as processed.
        connection.execute(
            "update outbox_followers set xid = %s::xid8, seq = 0, moved_at = now()", [FIRST_XID]
        )
        connection.execute("delete from relay_checkpoints")
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs)"
            " select pos, relay_cursor.xid, seq, highs from relay_cursor"
        )
    return RestoreResult(pos, waiting, doubled)


def _rewind_or_start(
    connection: psycopg.Connection[Any], cursor: Cursor, lake_positions: Mapping[int, int]
) -> Cursor:
    try:
        return rewind(connection, cursor, lake_positions)
    except CannotRewind:
        return Cursor()
