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
    number: str
    """By which pages name it."""
    title: str
    url: str | None
    picture_url: str | None
    picture_text: str | None
    price_cents: int
    currency: str
    variants: tuple[Variant, ...]
    is_available: bool
    """Whether it can be seen in the shop."""


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

    def products_by_number(self, credentials: Credentials, numbers: Sequence[str]) -> list[Product]:
        """These products as they are now; those that are not there are left out."""

    def make_discount(self, credentials: Credentials, it: Discount) -> str:
        """Make a discount; its id there."""

    def end_discount(self, credentials: Credentials, discount_id: str) -> None:
        """Switch a discount off; again is no harm, and neither is one that is not there."""

    def end_codes(self, credentials: Credentials, discount_id: str, codes: Sequence[str]) -> None:
        """Take codes out of a discount; those that are not there are no harm."""
