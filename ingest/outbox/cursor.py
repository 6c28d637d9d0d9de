"""What the relay remembers: how far it is, and points that it can go back to.

A row of the outbox is named by (xid, seq), an event on its way by `pos`. A checkpoint ties the two
together and holds, per Kafka partition, the highest `pos` published so far (`highs`). When the lake
holds all of a checkpoint's highs, everything up to it is safe.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

Highs = dict[int, int]


class CannotRewind(Exception):
    """The lake lacks events that the outbox no longer holds, or never held."""


@dataclass(frozen=True)
class Cursor:
    """How far the relay has published, and into which log."""

    pos: int = 0
    xid: int = 0
    seq: int = 0
    partitions: int = 1
    highs: Highs = field(default_factory=dict)
    topic_id: str | None = None
    log_ends: Highs = field(default_factory=dict)
    """Ends of the broker's log as it last reported them."""
    rewind_wanted: bool = False
    """The lander misses events that the log does not hold."""


def is_held(highs: Mapping[int, int], held: Mapping[int, int]) -> bool:
    """Whether a lake with these positions has everything up to these highs."""
    return all(held.get(partition, 0) >= pos for partition, pos in highs.items())


_CURSOR = """
select pos, relay_cursor.xid::text, seq, partitions, highs, topic_id, log_ends, rewind_wanted
from relay_cursor
"""


def read_cursor(connection: psycopg.Connection[Any]) -> Cursor | None:
    """The cursor, or None before the first relay ran."""
    row = connection.execute(_CURSOR).fetchone()
    if row is None:
        return None
    pos, xid, seq, partitions, highs, topic_id, ends, wanted = row
    return Cursor(pos, int(xid), seq, partitions, _numbers(highs), topic_id, _numbers(ends), wanted)


def start_cursor(connection: psycopg.Connection[Any], partitions: int) -> Cursor:
    """The cursor; made, with the first checkpoint, where there is none."""
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
    """Remember the cursor and a checkpoint at it, together."""
    with connection.transaction():
        _write_cursor(connection, cursor)
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs) values (%s, %s::xid8, %s, %s)"
            " on conflict (pos) do update set xid = excluded.xid, seq = excluded.seq,"
            " highs = excluded.highs",
            [cursor.pos, str(cursor.xid), cursor.seq, _jsonb(cursor.highs)],
        )


def save_log(connection: psycopg.Connection[Any], cursor: Cursor) -> None:
    """Remember only which log it is and where it ends."""
    connection.execute(
        "update relay_cursor set topic_id = %s, log_ends = %s",
        [cursor.topic_id, _jsonb(cursor.log_ends)],
    )


def rewind(connection: psycopg.Connection[Any], cursor: Cursor, held: Mapping[int, int]) -> Cursor:
    """Go back to the newest checkpoint that the lake holds wholly, and forget the wish for it.

    Raises:
        CannotRewind: the lake is behind every checkpoint.
    """
    rows = connection.execute(
        "select pos, relay_checkpoints.xid::text, seq, highs from relay_checkpoints order by pos desc"
    )
    for pos, xid, seq, found in rows:
        highs = _numbers(found)
        if is_held(highs, held):
            back = replace(cursor, pos=pos, xid=int(xid), seq=seq, highs=highs, rewind_wanted=False)
            with connection.transaction():
                _write_cursor(connection, back)
                connection.execute("update relay_cursor set rewind_wanted = false")
            return back
    raise CannotRewind(
        f"the lake holds {dict(held)} and is behind every checkpoint; restore the lake"
    )


def want_rewind(connection: psycopg.Connection[Any]) -> None:
    """Ask the relay to publish again what the lake lacks."""
    connection.execute("update relay_cursor set rewind_wanted = true where not rewind_wanted")


def forget_checkpoints(connection: psycopg.Connection[Any], held: Mapping[int, int]) -> int:
    """Drop the checkpoints before the newest one that the lake holds; returns how many."""
    rows = connection.execute("select pos, highs from relay_checkpoints order by pos desc")
    for pos, highs in rows.fetchall():
        if is_held(_numbers(highs), held):
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
