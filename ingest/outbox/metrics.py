"""How much waits before the relay and before the lake."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg

from ingest.outbox.cursor import Cursor, is_held, read_cursor

DEPTH_LIMIT = 100_000


@dataclass(frozen=True)
class Backlog:
    """Events that wait, and how long the oldest has waited."""

    depth: int = 0
    age_seconds: float = 0.0


@dataclass(frozen=True)
class PipelineLag:
    """What waits in the outbox for the relay, and what the relay published that the lake lacks."""

    outbox: Backlog
    landing: Backlog


def read_backlog(connection: psycopg.Connection[Any], cursor: Cursor) -> Backlog:
    """Events not yet published; counted up to DEPTH_LIMIT."""
    after = [str(cursor.xid), cursor.seq]
    row = connection.execute(
        "select count(*), coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 from"
        " (select recorded_at from outbox where (outbox.xid, outbox.seq) > (%s::xid8, %s)"
        "  order by outbox.xid, outbox.seq limit %s) waiting",
        [*after, DEPTH_LIMIT],
    ).fetchone()
    return Backlog(*row) if row else Backlog()


def read_landing(
    connection: psycopg.Connection[Any], cursor: Cursor, held: Mapping[int, int]
) -> Backlog:
    """Published events that a lake with these positions may lack; as fine as the checkpoints are."""
    if is_held(cursor.highs, held):
        return Backlog()
    rows = connection.execute(
        "select pos, highs, extract(epoch from now() - recorded_at)::float8 from relay_checkpoints"
        " order by pos desc"
    )
    age = 0.0
    for pos, highs, seconds in rows:
        if is_held({int(n): high for n, high in highs.items()}, held):
            return Backlog(max(cursor.pos - pos, 0), age)
        age = max(seconds, 0.0)
    return Backlog(cursor.pos, age)


def read_lag(connection: psycopg.Connection[Any], held: Mapping[int, int]) -> PipelineLag:
    """Both backlogs, for a metrics page. Needs the role `waypost_events`."""
    cursor = read_cursor(connection) or Cursor()
    return PipelineLag(read_backlog(connection, cursor), read_landing(connection, cursor, held))
