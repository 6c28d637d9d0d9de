"""What other domains know of a product of a shop."""

from dataclasses import dataclass

VENDOR = "shopify"
"""Pages name products by their numbers alone: those of this vendor."""


@dataclass(frozen=True, slots=True)
class ProductNow:
    """A product as its shop has it; the price in the smallest unit of the currency."""

    product_id: str
    name: str
    price_cents: int
    currency: str
    url: str | None
    picture_source: str | None
    is_available: bool
