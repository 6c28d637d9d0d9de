"""Reads the brand of an organisation with the visitors' database role."""

from typing import Any

from api.db.invalidation import Pool

MAX_WAIT_SECONDS = 3.0
_BRAND = """
select name, logo, brand, visitor_consent from organizations
where org_id = %s and deleted_at is null
"""


async def find_brand(pool: Pool, org_id: str) -> tuple[Any, ...] | None:
    """Return the name, logo, brand and consent policy of an organisation."""
    async with pool.connection(timeout=MAX_WAIT_SECONDS) as connection:
        row: tuple[Any, ...] | None = await (await connection.execute(_BRAND, (org_id,))).fetchone()
    return row
