"""The segments of a visitor, read under the visitors' role. This reads only the table of members, never the lake."""

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
    """Return the IDs of the segments of the visitor's customer, or None if the visitor is not a known customer."""
    if visitor_id is None:
        return None
    async with pool.connection() as connection:
        row = await (await connection.execute(_SEGMENTS, [org_id, visitor_id])).fetchone()
    return frozenset(row[0]) if row else None
