"""Finds the organisation of a preference link, under the visitors' role."""

from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_BRAND = """
select name, logo, brand, visitor_consent from organizations
where org_id = %s and deleted_at is null
"""


async def find_brand(pool: Pool, org_id: str) -> Brand | None:
    """Return an organisation's brand, if it exists and is served on the requested host."""
    if not is_served(org_id):
        return None
    async with pool.connection() as connection:
        row = await (await connection.execute(_BRAND, (org_id,))).fetchone()
    return Brand.of(org_id, *row) if row is not None else None
