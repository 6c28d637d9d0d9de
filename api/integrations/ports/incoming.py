"""Data that comes in from vendors: their webhooks, and orders of shops with their refunds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from api.integrations.ports.connector import Credentials, OAuthConnector


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A webhook that was signed by its vendor."""

    message_id: str
    """The vendor's own ID of the webhook, the same each time it is sent."""
    topic: str
    account_key: str
    """The account that the webhook concerns."""


class WebhookForged(Exception):
    """The vendor did not sign the webhook, or signed it too long ago."""


@dataclass(frozen=True, slots=True)
class PrivacyRequest:
    """A person whose data a vendor asks to erase or to export."""

    kind: Literal["erase", "export"]
    email: str | None
    phone: str | None


@dataclass(frozen=True, slots=True)
class VendorNews:
    """The content of a webhook."""

    order_ids: tuple[str, ...] = ()
    """Orders that changed, by their IDs at the vendor."""
    product_ids: tuple[str, ...] = ()
    """Products that changed or were removed, by the numbers that pages use for them."""
    is_gone: bool = False
    """Whether Waypost's app was removed."""
    forgets: bool = False
    """Whether everything about the account has to be deleted."""
    privacy: PrivacyRequest | None = None


@dataclass(frozen=True, slots=True)
class ForeignRefund:
    """A refund of an order at a shop."""

    number: str
    amount_cents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ForeignOrder:
    """An order at a shop in its current state; amounts are in the smallest unit of the currency."""

    foreign_id: str
    number: str
    """Unique at the vendor, and never reused for another order."""
    email: str | None
    phone: str | None
    is_paid: bool
    amount_cents: int
    """The amount that was paid, before refunds."""
    currency: str
    item_count: int | None
    promo_codes: tuple[str, ...]
    ordered_at: datetime
    refunds: tuple[ForeignRefund, ...]
    landing_page: str | None = None
    """The shop's page at which the visit that led to the order began, with its query."""


@dataclass(frozen=True, slots=True)
class OrdersPage:
    """A page of orders, oldest first."""

    orders: tuple[ForeignOrder, ...]
    next_position: str | None
    """Where the next page begins; None after the last page."""
    total: int | None


class WebhookReader(Protocol):
    """Reads a vendor's webhooks."""

    def read_webhook(
        self, headers: Mapping[str, str], body: bytes, now: datetime
    ) -> IncomingMessage:
        """Return the message if the vendor signed it. The comparison takes constant time. Raises WebhookForged."""

    def meaning(self, topic: str, body: bytes) -> VendorNews:
        """Return the content of a webhook; empty for unknown kinds."""

    def essential(self, topic: str, body: bytes) -> bytes:
        """Return a body with the same meaning, without any other personal data."""


class OrdersConnector(OAuthConnector, WebhookReader, Protocol):
    """Connects to a shop whose orders are recorded. Every method that makes a request raises VendorProblem."""

    def subscribe(self, credentials: Credentials, url: str) -> None:
        """Subscribe to webhooks at this URL; repeating it is harmless."""

    def orders(self, credentials: Credentials, ids: Sequence[str]) -> list[ForeignOrder]:
        """Return the current state of these orders; those that do not exist are left out."""

    def orders_page(
        self, credentials: Credentials, position: str | None, since: datetime
    ) -> OrdersPage:
        """Return a page of the orders since a time."""
