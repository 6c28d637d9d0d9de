"""The relay's cursor, and checkpoints that it can rewind to.

An outbox row is identified by (xid, seq), a published event by `pos`. A checkpoint maps one to the other and stores
the highest `pos` published per Kafka partition (`highs`). Once the lake contains all highs of a checkpoint,
everything up to it has landed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

Highs = dict[int, int]


class CannotRewind(Exception):
    """The lake lacks events that the outbox no longer has, or never had."""


@dataclass(frozen=True)
class Cursor:
    """The relay's progress in publishing, and the log that it publishes to."""

    pos: int = 0
    xid: int = 0
    seq: int = 0
    partitions: int = 1
    highs: Highs = field(default_factory=dict)
    topic_id: str | None = None
    log_ends: Highs = field(default_factory=dict)
    """End offsets of the broker's log as last reported."""
    rewind_wanted: bool = False
    """The lander requested a rewind because the log lacks events that it needs."""


def is_landed(highs: Mapping[int, int], lake_positions: Mapping[int, int]) -> bool:
    """Return whether a lake with these positions contains everything up to these highs."""
    return all(lake_positions.get(partition, 0) >= pos for partition, pos in highs.items())


_CURSOR = """
select pos, relay_cursor.xid::text, seq, partitions, highs, topic_id, log_ends, rewind_wanted
from relay_cursor
"""


def read_cursor(connection: psycopg.Connection[Any]) -> Cursor | None:
    """Return the cursor, or None if no relay has run yet."""
    row = connection.execute(_CURSOR).fetchone()
    if row is None:
        return None
    pos, xid, seq, partitions, highs, topic_id, ends, wanted = row
    return Cursor(pos, int(xid), seq, partitions, _numbers(highs), topic_id, _numbers(ends), wanted)


def start_cursor(connection: psycopg.Connection[Any], partitions: int) -> Cursor:
    """Return the cursor, and create it together with the first checkpoint if there is none."""
    with connection.transaction():
        connection.execute(
            "insert into relay_cursor (pos, xid, seq, partitions, highs)"
            " values (0, '0', 0, %s, '{}') on conflict do nothing",
            [partitions],
        )
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs)"
            " select pos, xid, seq, highs from relay_cursor where pos = 0 on conflict do nothing"
        )
    cursor = read_cursor(connection)
    assert cursor is not None
    return cursor


def save_cursor(connection: psycopg.Connection[Any], cursor: Cursor) -> None:
    """Store the cursor and a checkpoint at its position in one transaction."""
    with connection.transaction():
        _write_cursor(connection, cursor)
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs) values (%s, %s::xid8, %s, %s)"
            " on conflict (pos) do update set xid = excluded.xid, seq = excluded.seq,"
            " highs = excluded.highs",
            [cursor.pos, str(cursor.xid), cursor.seq, _jsonb(cursor.highs)],
        )


def save_log(connection: psycopg.Connection[Any], cursor: Cursor) -> None:
    """Store only the topic id and the end offsets of the log."""
    connection.execute(
        "update relay_cursor set topic_id = %s, log_ends = %s",
        [cursor.topic_id, _jsonb(cursor.log_ends)],
    )


def rewind(
    connection: psycopg.Connection[Any], cursor: Cursor, lake_positions: Mapping[int, int]
) -> Cursor:
    """Rewind to the newest checkpoint that has landed completely, and clear the request for it.

    Raises:
        CannotRewind: the lake is behind every checkpoint.
    """
    rows = connection.execute(
        "select pos, relay_checkpoints.xid::text, seq, highs from relay_checkpoints order by pos desc"
    )
    for pos, xid, seq, stored in rows:
        highs = _numbers(stored)
        if is_landed(highs, lake_positions):
            rewound = replace(
                cursor, pos=pos, xid=int(xid), seq=seq, highs=highs, rewind_wanted=False
            )
            with connection.transaction():
                _write_cursor(connection, rewound)
                connection.execute("update relay_cursor set rewind_wanted = false")
            return rewound
    raise CannotRewind(
        f"the lake's positions {dict(lake_positions)} are behind every checkpoint; restore the lake"
    )


def request_rewind(connection: psycopg.Connection[Any]) -> None:
    """Ask the relay to publish again the events that the lake lacks."""
    connection.execute("update relay_cursor set rewind_wanted = true where not rewind_wanted")


def prune_checkpoints(
    connection: psycopg.Connection[Any], lake_positions: Mapping[int, int]
) -> int:
    """Delete the checkpoints before the newest one that has landed, and return their number."""
    rows = connection.execute("select pos, highs from relay_checkpoints order by pos desc")
    for pos, highs in rows.fetchall():
        if is_landed(_numbers(highs), lake_positions):
            return connection.execute(
                "delete from relay_checkpoints where pos < %s", [pos]
            ).rowcount
    return 0


def _write_cursor(connection: psycopg.Connection[Any], cursor: Cursor) -> None:
    connection.execute(
        "update relay_cursor set pos = %s, xid = %s::xid8, seq = %s, highs = %s, topic_id = %s,"
        " log_ends = %s, updated_at = now()",
        [
            cursor.pos,
            str(cursor.xid),
            cursor.seq,
            _jsonb(cursor.highs),
            cursor.topic_id,
            _jsonb(cursor.log_ends),
        ],
    )


def _jsonb(highs: Mapping[int, int]) -> Jsonb:
    return Jsonb({str(partition): pos for partition, pos in highs.items()})


def _numbers(highs: Mapping[str, int]) -> Highs:
    return {int(partition): pos for partition, pos in highs.items()}
