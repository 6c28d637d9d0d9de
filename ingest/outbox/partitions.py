"""Day partitions of the outbox, created ahead and dropped once all of their rows have landed and all followers have
passed them.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import psycopg
import structlog
from psycopg import errors

from ingest.outbox.cursor import Cursor, is_landed, read_cursor

DAYS_AHEAD = 3
DAYS_KEPT = 3

log = structlog.get_logger(__name__)


def ensure_ahead(connection: psycopg.Connection[Any], today: date) -> list[date]:
    """Create the partitions of today and the next days. A locked one is left for the next call."""
    made = []
    for offset in range(DAYS_AHEAD + 1):
        day = today + timedelta(days=offset)
        try:
            row = connection.execute("select outbox_add_day(%s)", [day]).fetchone()
        except errors.LockNotAvailable:
            log.warning("partition creation postponed", day=day.isoformat())
            break
        if row and row[0]:
            made.append(day)
    return made


def drop_landed_days(
    connection: psycopg.Connection[Any], lake_positions: Mapping[int, int], today: date
) -> list[date]:
    """Drop the partitions older than three days whose rows have all landed and been passed by all followers.

    The connection must be in autocommit mode, because each partition is dropped in its own transaction.
    """
    dropped = []
    done_up_to = min([_landed_up_to(connection, lake_positions), *_followers_positions(connection)])
    for day in _days(connection, before=today - timedelta(days=DAYS_KEPT)):
        last = connection.execute(
            "select outbox.xid::text, outbox.seq from outbox where day = %s"
            " order by outbox.xid desc, outbox.seq desc limit 1",
            [day],
        ).fetchone()
        if last is not None and (int(last[0]), last[1]) > done_up_to:
            break
        try:
            connection.execute("select outbox_drop_day(%s)", [day])
        except errors.LockNotAvailable:
            log.warning("partition drop postponed", day=day.isoformat())
            break
        dropped.append(day)
    return dropped


def _landed_up_to(
    connection: psycopg.Connection[Any], lake_positions: Mapping[int, int]
) -> tuple[int, int]:
    """Return the (xid, seq) up to which everything has landed and which the relay will not read again."""
    cursor = read_cursor(connection) or Cursor()
    checkpoints = connection.execute(
        "select relay_checkpoints.xid::text, seq, highs from relay_checkpoints order by pos desc"
    )
    for xid, seq, highs in checkpoints:
        if is_landed({int(n): pos for n, pos in highs.items()}, lake_positions):
            return min((int(xid), seq), (cursor.xid, cursor.seq))
    return 0, 0


def _followers_positions(connection: psycopg.Connection[Any]) -> list[tuple[int, int]]:
    """Return the (xid, seq) that each follower has passed (api/jobs/outbox_followers.py)."""
    rows = connection.execute("select outbox_followers.xid::text, seq from outbox_followers")
    return [(int(xid), seq) for xid, seq in rows.fetchall()]


def _days(connection: psycopg.Connection[Any], before: date) -> list[date]:
    """Return the days before `before` that have a partition, or rows in the default partition."""
    rows = connection.execute(
        """
        select to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD') as day from pg_inherits
        where inhparent = 'outbox'::regclass and inhrelid <> 'outbox_default'::regclass
        union select day from outbox where tableoid = 'outbox_default'::regclass
        order by day
        """
    )
    return [day for (day,) in rows if day < before]
