"""Shops with a loyalty programme: their customers, orders and products, and giving points."""

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
    """The amount in the smallest unit of the currency."""
    currency: str
    created_at: str
    customer_id: str | None


@dataclass(frozen=True, slots=True)
class ShopProduct:
    """A product of a shop."""

    id: str
    name: str
    amount_cents: int | None
    """The price in the smallest unit of the currency; None if there is no fixed one."""
    currency: str | None


Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class ShopPage(Generic[Item]):
    """A page of a shop's data."""

    items: Sequence[Item]
    cursor: str | None
    """The cursor of the next page; None if this is the last one."""


class ShopConnector(OAuthConnector, Protocol):
    """Connects to a vendor whose accounts are shops with a loyalty programme. Every method raises VendorProblem."""

    def loyalty(self, credentials: Credentials, phone: str) -> LoyaltyAccount | None:
        """Return the loyalty account for a number in E.164 format; None if there is none."""

    def add_points(
        self, credentials: Credentials, phone: str, points: int, key: str
    ) -> LoyaltyAccount | None:
        """Give points to a loyalty account, once for each key; return the account, or None if there is none."""

    def customers(
        self, credentials: Credentials, email: str | None, phone: str | None, cursor: str | None
    ) -> ShopPage[Shopper]:
        """Return a page of customers, either all or those with an email address or phone number."""

    def orders(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopOrder]:
        """Return a page of orders, newest first."""

    def products(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopProduct]:
        """Return a page of products."""
