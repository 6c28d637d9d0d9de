"""Finds the organisation of a pass type or of a pass, with the visitors' database role."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_FOUND = """
select p.pass_id, p.org_id, o.name, o.logo, o.brand, o.visitor_consent
from passes p
join organizations o on o.org_id = p.org_id and o.deleted_at is null
where p.pass_id = %s
"""


_FOUND_OFFER = """
select p.offer_id as pass_id, p.org_id, o.name, o.logo, o.brand, o.visitor_consent
from pass_offers p
join organizations o on o.org_id = p.org_id and o.deleted_at is null
where p.offer_id = %s
"""


@dataclass(frozen=True, slots=True)
class PublicPass:
    """A pass or an offer with a public page, and its organisation as visitors see it."""

    pass_id: str
    org_id: str
    name: str
    logo: str | None
    brand: Mapping[str, Any]
    visitor_consent: str

    @property
    def shown_brand(self) -> Brand:
        """Return the brand of its page."""
        return Brand.of(self.org_id, self.name, self.logo, self.brand, self.visitor_consent)


async def organization_of_type(pool: Pool, pass_type: str) -> str | None:
    """Return the organisation of a pass type, if it is served at the host of this request."""
    statement = "select org_id from pass_certificates where pass_type = %s"
    async with pool.connection() as connection:
        row = await (await connection.execute(statement, (pass_type,))).fetchone()
    return row[0] if row is not None and is_served(row[0]) else None


async def find_public_pass(pool: Pool, pass_id: str) -> PublicPass | None:
    """Return the pass, if it exists and is served at the host of this request."""
    return await _find(pool, _FOUND, pass_id)


async def find_public_offer(pool: Pool, offer_id: str) -> PublicPass | None:
    """Return the offer, with its ID as `pass_id`, if it exists and is served at the host of this request."""
    return await _find(pool, _FOUND_OFFER, offer_id)


async def _find(pool: Pool, statement: LiteralString, public_id: str) -> PublicPass | None:
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=class_row(PublicPass))
        found = await (await cursor.execute(statement, (public_id,))).fetchone()
    return found if found is not None and is_served(found.org_id) else None
