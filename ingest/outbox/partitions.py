"""Day partitions of the outbox: made ahead, dropped whole once the lake has passed them."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import psycopg
import structlog
from psycopg import errors

from ingest.outbox.cursor import Cursor, is_held, read_cursor

DAYS_AHEAD = 3
DAYS_KEPT = 3

log = structlog.get_logger(__name__)


def ensure_ahead(connection: psycopg.Connection[Any], today: date) -> list[date]:
    """Make the partitions of today and the next days; those that a lock prevents are made next time."""
    made = []
    for offset in range(DAYS_AHEAD + 1):
        day = today + timedelta(days=offset)
        try:
            row = connection.execute("select outbox_add_day(%s)", [day]).fetchone()
        except errors.LockNotAvailable:
            log.warning("outbox is too busy to make a partition", day=day.isoformat())
            break
        if row and row[0]:
            made.append(day)
    return made


def drop_passed(
    connection: psycopg.Connection[Any], held: Mapping[int, int], today: date
) -> list[date]:
    """Drop the days that are older than three days and whose every row the lake holds (`held`).

    The connection must be in autocommit mode: each day is dropped on its own.
    """
    dropped = []
    passed = _passed(connection, held)
    for day in _days(connection, before=today - timedelta(days=DAYS_KEPT)):
        last = connection.execute(
            "select outbox.xid::text, outbox.seq from outbox where day = %s"
            " order by outbox.xid desc, outbox.seq desc limit 1",
            [day],
        ).fetchone()
        if last is not None and (int(last[0]), last[1]) > passed:
            break
        try:
            connection.execute("select outbox_drop_day(%s)", [day])
        except errors.LockNotAvailable:
            log.warning("outbox is too busy to drop a partition", day=day.isoformat())
            break
        dropped.append(day)
    return dropped


def _passed(connection: psycopg.Connection[Any], held: Mapping[int, int]) -> tuple[int, int]:
    """Up to which (xid, seq) the lake holds everything, and the relay need not read again."""
    cursor = read_cursor(connection) or Cursor()
    checkpoints = connection.execute(
        "select relay_checkpoints.xid::text, seq, highs from relay_checkpoints order by pos desc"
    )
    for xid, seq, highs in checkpoints:
        if is_held({int(n): pos for n, pos in highs.items()}, held):
            return min((int(xid), seq), (cursor.xid, cursor.seq))
    return 0, 0


def _days(connection: psycopg.Connection[Any], before: date) -> list[date]:
    """Days that have a partition or rows in the default one."""
    rows = connection.execute(
        """
        select to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') as day from pg_inherits
        where inhparent = 'outbox'::regclass and inhrelid <> 'outbox_default'::regclass
        union select day from outbox where tableoid = 'outbox_default'::regclass
        order by day
        """
    )
    return [day for (day,) in rows if day < before]
