"""Backlogs of the relay and of the lander."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg

from ingest.outbox.cursor import Cursor, is_landed, read_cursor

DEPTH_LIMIT = 100_000


@dataclass(frozen=True)
class Backlog:
    """Number of waiting events and the age of the oldest."""

    depth: int = 0
    age_seconds: float = 0.0


@dataclass(frozen=True)
class PipelineLag:
    """Events waiting in the outbox, and events published but not landed."""

    outbox: Backlog
    landing: Backlog


def read_backlog(connection: psycopg.Connection[Any], cursor: Cursor) -> Backlog:
    """Return the backlog of events not yet published, counted up to DEPTH_LIMIT."""
    after = [str(cursor.xid), cursor.seq]
    row = connection.execute(
        "select count(*), coalesce(extract(epoch from now() - min(recorded_at)), 0)::float8 from"
        " (select recorded_at from outbox where (outbox.xid, outbox.seq) > (%s::xid8, %s)"
        "  order by outbox.xid, outbox.seq limit %s) waiting",
        [*after, DEPTH_LIMIT],
    ).fetchone()
    return Backlog(*row) if row else Backlog()


def read_landing_backlog(
    connection: psycopg.Connection[Any], cursor: Cursor, lake_positions: Mapping[int, int]
) -> Backlog:
    """Return the backlog of published events that may not have landed yet, to the precision of the checkpoints."""
    if is_landed(cursor.highs, lake_positions):
        return Backlog()
    rows = connection.execute(
        "select pos, highs, extract(epoch from now() - recorded_at)::float8 from relay_checkpoints"
        " order by pos desc"
    )
    age = 0.0
    for pos, highs, seconds in rows:
        if is_landed({int(n): high for n, high in highs.items()}, lake_positions):
            return Backlog(max(cursor.pos - pos, 0), age)
        age = max(seconds, 0.0)
    return Backlog(cursor.pos, age)


def read_lag(connection: psycopg.Connection[Any], lake_positions: Mapping[int, int]) -> PipelineLag:
    """Return both backlogs. Requires the role `waypost_events`."""
    cursor = read_cursor(connection) or Cursor()
    return PipelineLag(
        read_backlog(connection, cursor), read_landing_backlog(connection, cursor, lake_positions)
    )
