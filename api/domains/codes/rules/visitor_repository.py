"""Postgres queries that rules and one-time states need for a visit, with the visitors' database role."""

from datetime import datetime
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_STOCK = """
select count(*),
       count(*) filter (where c.one_time_state in ('issued', 'opened') and w.withdrawn_at is null)
from codes c
left join code_batches w on w.batch_id = c.batch_id
where c.org_id = %b and c.one_time_state is not null and c.deleted_at is null
  and (c.base_code_id = %b or c.batch_id = %b)
"""
_MARK_OPENED = """
update codes set one_time_state = 'opened', one_time_opened_at = %b
where code_id = %b and one_time_state = 'issued'
"""
_TAGS = """
select c.tags from customer_visitors v join customers own using (org_id, customer_id)
join customers c on c.org_id = own.org_id and c.customer_id = coalesce(own.merged_into, own.customer_id)
where v.org_id = %b and v.visitor_id = %b and v.is_proven
"""
_COUNTS = """
select coalesce((select scans from code_counters where code_id = %b), 0),
       coalesce((select visits from code_visitors where code_id = %b and visitor_id = %b), 0)
"""


async def count_stock(pool: Pool, org_id: str, subject: str) -> int | None:
    """Return the number of one-time codes of a base or batch that can still be used, or None if it has none."""
    async with pool.connection() as connection:
        cursor = await connection.execute(_STOCK, [org_id, subject, subject])
        row = await cursor.fetchone()
    return row[1] if row and row[0] else None


async def find_tags(pool: Pool, org_id: str, visitor_id: str) -> frozenset[str] | None:
    """Return the tags of the visitor's customer, or None if the visitor is not a known customer."""
    async with pool.connection() as connection:
        cursor = await connection.execute(_TAGS, [org_id, visitor_id])
        row = await cursor.fetchone()
    return frozenset(row[0]) if row else None


async def count_visits(pool: Pool, code_id: str, visitor_id: str | None) -> tuple[int, int]:
    """Return how often the code has been opened, and how often by this visitor."""
    async with pool.connection() as connection:
        cursor = await connection.execute(_COUNTS, [code_id, code_id, visitor_id])
        row = await cursor.fetchone()
    return (row[0], row[1]) if row else (0, 0)


async def mark_opened(pool: Pool, code_id: str, now: datetime) -> None:
    """Record that a person saw the offer of a one-time code."""
    async with pool.connection() as connection:
        await connection.execute(_MARK_OPENED, [now, code_id])
