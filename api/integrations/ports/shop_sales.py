"""What is sold in a connected shop."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from api.integrations.ports.connector import Connector, Credentials


@dataclass(frozen=True, slots=True)
class Variant:
    """What can be ordered of a product; the price in the smallest unit of the shop's currency."""

    variant_id: str
    title: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class Product:
    """A product with its picture, at the shop's address."""

    product_id: str
    title: str
    url: str | None
    picture_url: str | None
    picture_text: str | None
    price_cents: int
    currency: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class ProductPage:
    """Products by title."""

    items: tuple[Product, ...]
    next_position: str | None


@dataclass(frozen=True, slots=True)
class PlacedOrder:
    """An order that was placed."""

    order_id: str
    name: str
    is_new: bool
    """False if the key had placed it before."""


@dataclass(frozen=True, slots=True)
class Discount:
    """A discount on everything, for who has one of the codes."""

    title: str
    codes: tuple[str, ...]
    percent: float | None
    amount: str | None
    """In the shop's currency, as a decimal number."""
    starts_at: datetime
    ends_at: datetime | None
    uses_per_code: int | None
    once_per_customer: bool


class SalesConnector(Connector, Protocol):
    """Reaches a shop in which one sells. Every method raises VendorProblem."""

    def products(
        self, credentials: Credentials, text: str, position: str | None, first: int
    ) -> ProductPage:
        """A page of products whose title begins with the text."""

    def place_order(
        self,
        credentials: Credentials,
        email: str,
        lines: Sequence[tuple[str, int]],
        key: str,
        note: str | None,
    ) -> PlacedOrder:
        """Place an order of variants and their numbers, once for each key."""

    def make_discount(self, credentials: Credentials, it: Discount) -> str:
        """Make a discount; its id there."""
