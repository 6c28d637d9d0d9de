"""Number of outbox events by the hour of their creation, for the hourly reconciliation with the lake.

The hour is taken from the event ID (UUIDv7), which is the same on both sides. Recording, publishing and landing may
happen in a later hour.
"""

from datetime import datetime
from typing import Any

import psycopg

_HOURS = """
with rows as (
  select distinct event_id,
    to_timestamp((('x' || substr(replace(event_id::text, '-', ''), 1, 12))::bit(48)::bigint
      / 3600000) * 3600) as hour
  from outbox
  where recorded_at >= %(since)s::timestamptz - interval '1 hour'
    and day >= (%(since)s::timestamptz at time zone 'utc')::date - 1
    and substr(event_id::text, 15, 1) = '7'
    and not exists (
      select from dead_letters
      where dead_letters.payload = outbox.payload and dead_letters.replayed_at is null
    )
)
select hour, count(*) from rows where hour >= %(since)s group by hour order by hour
"""

_OLDEST = "select min(recorded_at) from outbox"


def count_by_hour(connection: psycopg.Connection[Any], since: datetime) -> dict[datetime, int]:
    """Return the number of events by hour of creation since then, without dead letters."""
    return dict(connection.execute(_HOURS, {"since": since}).fetchall())


def oldest_row_at(connection: psycopg.Connection[Any]) -> datetime | None:
    """Return when the oldest remaining row was recorded, or None if the outbox is empty."""
    row = connection.execute(_OLDEST).fetchone()
    return row[0] if row else None


def bulk_loads(connection: psycopg.Connection[Any]) -> list[tuple[int, int]]:
    """Return the first position and row count of each bulk load. Bulk loads bypass the outbox."""
    return connection.execute("select first_pos, row_count from bulk_loads").fetchall()
