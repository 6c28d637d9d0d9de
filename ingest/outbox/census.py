"""The number of events that the lake must contain according to Postgres, used to check the lake."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg

from ingest.outbox.cursor import is_landed

FIRST_POS = 1


@dataclass(frozen=True)
class Census:
    """Counts of published events up to a horizon that must have landed completely.

    `horizon`: all positions up to it must have landed; None before the first event. `outbox_rows`: rows remaining in
    the outbox up to the horizon. `anchor`: an event after which no row has been dropped yet. `anchored_rows`: rows from
    it to the horizon. `bulk_loads`: first position and row count of each bulk load.
    """

    horizon: int | None = None
    dead_letters: frozenset[int] = frozenset()
    outbox_rows: int = 0
    anchor: UUID | None = None
    anchored_rows: int = 0
    bulk_loads: tuple[tuple[int, int], ...] = ()


def take_census(connection: psycopg.Connection[Any], lake_positions: Mapping[int, int]) -> Census:
    """Count the events that a lake with these positions must contain."""
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        checkpoint = _landed_checkpoint(connection, lake_positions)
        if checkpoint is None:
            return Census()
        pos, xid, seq = checkpoint
        letters = connection.execute("select pos from dead_letters where pos <= %s", [pos])
        loads = connection.execute("select first_pos, row_count from bulk_loads order by first_pos")
        anchor = connection.execute(_ANCHOR).fetchone()
        anchored = _rows(connection, anchor[1:], (xid, seq)) if anchor else 0
        return Census(
            horizon=pos,
            dead_letters=frozenset(letter for (letter,) in letters.fetchall()),
            outbox_rows=_rows(connection, ("0", 0), (xid, seq)),
            anchor=anchor[0] if anchor and anchored else None,
            anchored_rows=anchored,
            bulk_loads=tuple((first, count) for first, count in loads.fetchall()),
        )


# Days are dropped whole, and rows of two days may be interleaved around midnight. From an hour
# after the oldest remaining row onwards, no row is missing.
_ANCHOR = """
select event_id, outbox.xid::text, seq from outbox
where recorded_at >= (
  select recorded_at + interval '1 hour' from outbox order by outbox.xid, seq limit 1
)
order by outbox.xid, seq limit 1
"""

_ROWS = """
select count(*) from outbox
where (outbox.xid, seq) >= (%s::xid8, %s::bigint) and (outbox.xid, seq) <= (%s::xid8, %s::bigint)
"""


def _rows(
    connection: psycopg.Connection[Any], first: tuple[str, int], last: tuple[str, int]
) -> int:
    counted = connection.execute(_ROWS, [*first, *last]).fetchone()
    return counted[0] if counted else 0


def _landed_checkpoint(
    connection: psycopg.Connection[Any], lake_positions: Mapping[int, int]
) -> tuple[int, str, int] | None:
    rows = connection.execute(
        "select pos, relay_checkpoints.xid::text, seq, highs from relay_checkpoints"
        " where pos > 0 and not exists (select from bulk_loads"
        "   where finished_at is null and first_pos <= relay_checkpoints.pos)"
        " order by pos desc"
    )
    for pos, xid, seq, highs in rows:
        if is_landed({int(partition): high for partition, high in highs.items()}, lake_positions):
            return pos, xid, seq
    return None
