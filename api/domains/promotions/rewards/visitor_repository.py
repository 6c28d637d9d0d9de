"""Finds the organisation of a card, under the visitors' database role."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from api.kit.request_context import is_served
from api.rendering.visitor_pages.brand import Brand

Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

_CARD = """
select c.card_id, c.org_id, c.customer_id, o.name, o.logo, o.brand, o.visitor_consent
from loyalty_cards c
join organizations o on o.org_id = c.org_id and o.deleted_at is null
where c.card_id = %s
"""


@dataclass(frozen=True, slots=True)
class PublicCard:
    """A card, and its organisation as visitors see it."""

    card_id: str
    org_id: str
    customer_id: str
    name: str
    logo: str | None
    brand: Mapping[str, Any]
    visitor_consent: str

    @property
    def shown_brand(self) -> Brand:
        """Return the brand that the page shows."""
        return Brand.of(self.org_id, self.name, self.logo, self.brand, self.visitor_consent)


async def find_card(pool: Pool, card_id: str) -> PublicCard | None:
    """Return the card, if it exists and is served at the host of this request."""
    async with pool.connection() as connection:
        cursor = connection.cursor(row_factory=class_row(PublicCard))
        card = await (await cursor.execute(_CARD, (card_id,))).fetchone()
    return card if card is not None and is_served(card.org_id) else None
