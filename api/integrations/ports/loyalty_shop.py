"""Shops with a loyalty programme: their customers, orders and products, and points that are given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from api.integrations.ports.connector import Credentials, OAuthConnector


@dataclass(frozen=True, slots=True)
class LoyaltyAccount:
    """A customer's account in a shop's loyalty programme."""

    id: str
    balance: int
    """Points that can be spent now."""
    lifetime_points: int


@dataclass(frozen=True, slots=True)
class Shopper:
    """A customer of a shop."""

    id: str
    name: str
    email: str | None
    phone: str | None


@dataclass(frozen=True, slots=True)
class ShopOrder:
    """An order of a shop."""

    id: str
    state: str
    amount_cents: int
    """In the smallest unit of the currency."""
    currency: str
    created_at: str
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class ShopProduct:
    """A product of a shop."""

    id: str
    name: str
    amount_cents: int | None
    """Price in the smallest unit of the currency; None if it has no fixed one."""
    currency: str | None


Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ShopPage(Generic[Item]):
    """A page of what a shop has."""

    items: Sequence[Item]
    cursor: str | None
    """Of the next page; None if this is the last one."""


class ShopConnector(OAuthConnector, Protocol):
    """Reaches a vendor whose accounts are shops with a loyalty programme. Every method raises VendorProblem."""

    def loyalty(self, credentials: Credentials, phone: str) -> LoyaltyAccount | None:
        """The loyalty account of a number in E.164; None if there is none."""

    def add_points(
        self, credentials: Credentials, phone: str, points: int, key: str
    ) -> LoyaltyAccount | None:
        """Give points to a loyalty account, once for each key; None if there is no account."""

    def customers(
        self, credentials: Credentials, email: str | None, phone: str | None, cursor: str | None
    ) -> ShopPage[Shopper]:
        """Customers, all or those of an address or number."""

    def orders(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopOrder]:
        """Orders, the newest first."""

    def products(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopProduct]:
        """Products."""
