"""Events of the outbox by the hour in which they were made: one side of the reconciliation by hour.

An event's id (UUIDv7) begins with the moment at which it was made, on both sides alike; when it was
recorded, sent or landed may fall into another hour.
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


def made_by_hour(connection: psycopg.Connection[Any], since: datetime) -> dict[datetime, int]:
    """How many events were made in each hour since then; what was set aside is left out."""
    return dict(connection.execute(_HOURS, {"since": since}).fetchall())


def oldest_kept(connection: psycopg.Connection[Any]) -> datetime | None:
    """When the oldest row that is left was recorded; None when the outbox is empty."""
    row = connection.execute(_OLDEST).fetchone()
    return row[0] if row else None


def bulk_loads(connection: psycopg.Connection[Any]) -> list[tuple[int, int]]:
    """First position and row count of what went past the outbox."""
    return connection.execute("select first_pos, row_count from bulk_loads").fetchall()
