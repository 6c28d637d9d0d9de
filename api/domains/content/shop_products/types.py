"""Types of shop products for other domains."""

from dataclasses import dataclass

VENDOR = "shopify"
"""The vendor of all product numbers on pages."""


@dataclass(frozen=True, slots=True)
class ProductNow:
    """A product with the shop's current data. The price is in the smallest unit of the currency."""

    product_id: str
    name: str
    price_cents: int
    currency: str
    url: str | None
    picture_source: str | None
    is_available: bool
