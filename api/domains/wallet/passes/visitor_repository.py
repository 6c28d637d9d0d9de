"""Finds the organisation of a pass type, under the visitors' role."""

from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]


async def organization_of_type(pool: Pool, pass_type: str) -> str | None:
    """Whose pass type it is, if it is served at the host of this request."""
    statement = "select org_id from pass_certificates where pass_type = %s"
    async with pool.connection() as connection:
        row = await (await connection.execute(statement, (pass_type,))).fetchone()
    return row[0] if row is not None and is_served(row[0]) else None
