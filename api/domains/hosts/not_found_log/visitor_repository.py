"""Counts 404s with the visitors' database role."""

from collections.abc import Mapping
from typing import Any

import psycopg

# 404s of closed organisations are not counted, because nobody reads them. A process whose clock is
# slow counts into the hour that has already begun.
_COUNT = """
insert into missed_hours as known (domain_id, org_id, hour, by_people, by_machines)
select %(domain_id)s, org_id, %(hour)s, %(people)s, %(machines)s
from organizations where org_id = %(org_id)s and deleted_at is null
on conflict (domain_id) do update set
  hour = greatest(known.hour, excluded.hour),
  by_people = excluded.by_people
    + case when known.hour < excluded.hour then 0 else known.by_people end,
  by_machines = excluded.by_machines
    + case when known.hour < excluded.hour then 0 else known.by_machines end
where known.hour < excluded.hour
  or known.by_people + excluded.by_people <= %(most_people)s
  and known.by_machines + excluded.by_machines <= %(most_machines)s
"""


async def count_miss(
    connection: psycopg.AsyncConnection[Any], counted: Mapping[str, object]
) -> bool:
    """Count a miss in its hour, in the transaction that records it, and return whether it was within the limit."""
    return bool((await connection.execute(_COUNT, counted)).rowcount)
