"""Products, orders and discounts of a connected shop."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from api.integrations.ports.connector import Connector, Credentials


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a product that can be ordered; the price is in the smallest unit of the shop's currency."""

    variant_id: str
    title: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class Product:
    """A product with its picture's URL at the shop."""

    product_id: str
    number: str
    """The number that pages use for the product."""
    title: str
    url: str | None
    picture_url: str | None
    picture_text: str | None
    price_cents: int
    currency: str
    variants: tuple[Variant, ...]
    is_available: bool
    """Whether it is visible in the shop."""


@dataclass(frozen=True, slots=True)
class ProductPage:
    """A page of products by title."""

    items: tuple[Product, ...]
    next_position: str | None


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """An order that was placed."""

    order_id: str
    name: str
    is_new: bool
    """False if the key had already placed it."""


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount on everything, for customers with one of the codes."""

    title: str
    codes: tuple[str, ...]
    percent: float | None
    amount: str | None
    """The amount in the shop's currency, as a decimal number."""
    starts_at: datetime
    ends_at: datetime | None
    uses_per_code: int | None
    once_per_customer: bool


class SalesConnector(Connector, Protocol):
    """Connects to a shop that sells products. Every method raises VendorProblem."""

    def products(
        self, credentials: Credentials, text: str, position: str | None, first: int
    ) -> ProductPage:
        """Return a page of products whose title begins with the text."""

    def place_order(
        self,
        credentials: Credentials,
        email: str,
        lines: Sequence[tuple[str, int]],
        key: str,
        note: str | None,
    ) -> PlacedOrder:
        """Place an order for variants and their quantities, once for each key."""

    def products_by_number(self, credentials: Credentials, numbers: Sequence[str]) -> list[Product]:
        """Return the current data of these products; those that do not exist are left out."""

    def make_discount(self, credentials: Credentials, it: Discount) -> str:
        """Create a discount and return its ID at the shop."""

    def end_discount(self, credentials: Credentials, discount_id: str) -> None:
        """Switch a discount off; it is harmless if it is already off or does not exist."""

    def end_codes(self, credentials: Credentials, discount_id: str, codes: Sequence[str]) -> None:
        """Remove codes from a discount; missing codes are ignored."""
