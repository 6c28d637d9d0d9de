"""Which segments a visitor is in, under the visitors' role: one look at the members, never a question of the lake."""

from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

# A person is a member under any of their profiles.
_SEGMENTS = """
select array(
  select m.segment_id from customers p
  join segment_members m on m.org_id = p.org_id and m.customer_id = p.customer_id
  where p.org_id = own.org_id and (p.customer_id = coalesce(own.merged_into, own.customer_id)
    or p.merged_into = coalesce(own.merged_into, own.customer_id)))
from customer_visitors v join customers own using (org_id, customer_id)
where v.org_id = %b and v.visitor_id = %b and v.is_proven
"""


async def segments_of_visitor(
    pool: Pool, org_id: str, visitor_id: str | None
) -> frozenset[str] | None:
    """Ids of the segments that the visitor's customer is in; None if the visitor is no known customer."""
    if visitor_id is None:
        return None
    async with pool.connection() as connection:
        row = await (await connection.execute(_SEGMENTS, [org_id, visitor_id])).fetchone()
    return frozenset(row[0]) if row else None
