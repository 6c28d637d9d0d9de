"""Finds the organisation of a device or of a session, under the visitors' database role. Closed organisations have none."""

from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_BY_DEVICE = """
select t.org_id from tills t
join organizations o on o.org_id = t.org_id and o.deleted_at is null
where t.secret_hash = %s
"""
_BY_SESSION = """
select s.org_id from till_sessions s
join organizations o on o.org_id = s.org_id and o.deleted_at is null
where s.token_hash = %s
"""


async def org_of_secret(pool: Pool, secret_hash: str) -> str | None:
    """Return the organisation whose device has this secret, or None."""
    return await _one(pool, _BY_DEVICE, secret_hash)


async def org_of_token(pool: Pool, token_hash: str) -> str | None:
    """Return the organisation whose session has this token, or None."""
    return await _one(pool, _BY_SESSION, token_hash)


async def _one(pool: Pool, statement: str, value: str) -> str | None:
    async with pool.connection() as connection:
        row = await (await connection.execute(statement, (value,))).fetchone()
    return row[0] if row is not None else None
