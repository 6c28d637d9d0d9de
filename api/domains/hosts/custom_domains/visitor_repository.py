"""Reads verified custom domains with the visitors' database role."""

from typing import Any

from api.db.invalidation import Pool

_VERIFIED = """
select d.domain_id, d.org_id, d.home_url, d.unknown_url, o.name, o.logo, o.brand,
       o.visitor_consent
from custom_domains d join organizations o on o.org_id = d.org_id
where d.host = %s and d.proven_at is not null
"""


async def find_verified(pool: Pool, host: str) -> tuple[Any, ...] | None:
    """Return a verified domain with its organisation's brand."""
    async with pool.connection() as connection:
        row: tuple[Any, ...] | None = await (
            await connection.execute(_VERIFIED, (host,))
        ).fetchone()
    return row
