"""Looks up facts for a visit, only for codes whose rules or state need them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

SECONDS_STOCK = 2.0
"""So old may a stock be: it is counted at most once in so many seconds by each process."""
MAX_SUBJECTS = 10_000

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


class VisitLookups:
    """Lookups in Postgres for visits, with a short cache of stocks; one in each process."""

    def __init__(self, pool: Pool, monotonic: Callable[[], float]) -> None:
        self._pool = pool
        self._monotonic = monotonic
        self._stocks: dict[tuple[str, str], tuple[float, int | None]] = {}

    async def stock_of(self, org_id: str, subjects: Iterable[str]) -> Mapping[str, int]:
        """The remaining stock of each subject; subjects without any codes are left out."""
        found = {}
        for subject in subjects:
            left = await self._left(org_id, subject)
            if left is not None:
                found[subject] = left
        return found

    async def tags_of(self, org_id: str, visitor_id: str | None) -> frozenset[str] | None:
        """Tags of the visitor's customer; None if the visitor is no known customer."""
        if visitor_id is None:
            return None
        async with self._pool.connection() as connection:
            cursor = await connection.execute(_TAGS, [org_id, visitor_id])
            row = await cursor.fetchone()
        return frozenset(row[0]) if row else None

    async def counts(self, code_id: str, visitor_id: str | None) -> tuple[int, int]:
        """How often the code was opened so far, and how often by this visitor."""
        async with self._pool.connection() as connection:
            cursor = await connection.execute(_COUNTS, [code_id, code_id, visitor_id])
            row = await cursor.fetchone()
        return (row[0], row[1]) if row else (0, 0)

    async def mark_opened(self, code_id: str, now: datetime) -> None:
        """Note that a person saw a one-time code's offer. It stays good."""
        async with self._pool.connection() as connection:
            await connection.execute(_MARK_OPENED, [now, code_id])

    async def _left(self, org_id: str, subject: str) -> int | None:
        cached = self._stocks.get((org_id, subject))
        if cached is not None and cached[0] > self._monotonic():
            return cached[1]
        async with self._pool.connection() as connection:
            cursor = await connection.execute(_STOCK, [org_id, subject, subject])
            row = await cursor.fetchone()
        left = row[1] if row and row[0] else None
        if len(self._stocks) >= MAX_SUBJECTS:
            self._stocks.clear()
        self._stocks[org_id, subject] = (self._monotonic() + SECONDS_STOCK, left)
        return left
