"""Finds the organisation of a referral code or a QR code, under the visitors' database role."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_BY_CODE = """
select c.code, c.customer_id, o.org_id, o.name, o.logo, o.brand, o.visitor_consent
from referral_codes c
join organizations o on o.org_id = c.org_id and o.deleted_at is null
where c.code = %s
"""
_BY_ORGANIZATION = """
select null as code, null as customer_id, org_id, name, logo, brand, visitor_consent
from organizations where org_id = %s and deleted_at is null
"""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The referral code through which a friend came, and the organisation as visitors see it."""

    code: str | None
    customer_id: str | None
    """The customer who owns the code."""
    org_id: str
    name: str
    logo: str | None
    brand: Mapping[str, Any]
    visitor_consent: str

    @property
    def shown_brand(self) -> Brand:
        """Return the brand that the page shows."""
        return Brand.of(self.org_id, self.name, self.logo, self.brand, self.visitor_consent)


async def find_by_code(pool: Pool, code: str) -> Invitation | None:
    """Return the organisation of a referral code, if it is served at the host of this request."""
    return await _find(pool, _BY_CODE, code)


async def find_by_organization(pool: Pool, org_id: str) -> Invitation | None:
    """Return an organisation, if it is served at the host of this request."""
    return await _find(pool, _BY_ORGANIZATION, org_id)


async def _find(pool: Pool, statement: str, value: str) -> Invitation | None:
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=class_row(Invitation))
        found = await (await cursor.execute(statement, (value,))).fetchone()
    return found if found is not None and is_served(found.org_id) else None
