"""What comes in from vendors: their webhooks, and orders of shops with what was refunded of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from api.integrations.ports.connector import Credentials, OAuthConnector


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """A webhook that its vendor signed."""

    message_id: str
    """The vendor's own id of it, the same each time it is sent."""
    topic: str
    account_key: str
    """Which account it is about."""


class WebhookForged(Exception):
    """The vendor did not sign it, or too long ago."""


@dataclass(frozen=True, slots=True)
class PersonAsked:
    """Whom a vendor asks to erase, or to show the data of."""

    kind: Literal["erase", "export"]
    email: str | None
    phone: str | None


@dataclass(frozen=True, slots=True)
class VendorNews:
    """What a webhook says."""

    order_ids: tuple[str, ...] = ()
    """Orders that changed, by their ids there."""
    product_ids: tuple[str, ...] = ()
    """Products that changed or are there no more, by the numbers by which pages name them."""
    is_gone: bool = False
    """Whether our app was removed."""
    forgets: bool = False
    """Whether everything about the account is to be forgotten."""
    privacy: PersonAsked | None = None


@dataclass(frozen=True, slots=True)
class ForeignRefund:
    """A refund of an order at a shop."""

    number: str
    amount_cents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ForeignOrder:
    """An order at a shop, as it is now; amounts in the smallest unit of the currency."""

    foreign_id: str
    number: str
    """Unique at the vendor, and never another one."""
    email: str | None
    phone: str | None
    is_paid: bool
    amount_cents: int
    """What was paid, before refunds."""
    currency: str
    item_count: int | None
    promo_codes: tuple[str, ...]
    ordered_at: datetime
    refunds: tuple[ForeignRefund, ...]
    landing_page: str | None = None
    """The shop's page at which the visit began that led to it, with its query."""


@dataclass(frozen=True, slots=True)
class OrdersPage:
    """A page of orders, oldest first."""

    orders: tuple[ForeignOrder, ...]
    next_position: str | None
    """Where the next page begins; None after the last one."""
    total: int | None


class WebhookReader(Protocol):
    """Reads webhooks of a vendor."""

    def read_webhook(
        self, headers: Mapping[str, str], body: bytes, now: datetime
    ) -> IncomingMessage:
        """The message, if the vendor signed it. Compares in constant time. Raises WebhookForged."""

    def meaning(self, topic: str, body: bytes) -> VendorNews:
        """What it says; nothing if it is of a kind that we do not know."""

    def essential(self, topic: str, body: bytes) -> bytes:
        """A body with the same meaning and without what it says of people beyond that."""


class OrdersConnector(OAuthConnector, WebhookReader, Protocol):
    """Reaches a shop whose orders come in. Every method that asks it raises VendorProblem."""

    def subscribe(self, credentials: Credentials, url: str) -> None:
        """Have webhooks sent to this address; again is no harm."""

    def orders(self, credentials: Credentials, ids: Sequence[str]) -> list[ForeignOrder]:
        """These orders as they are now; those that are not there are left out."""

    def orders_page(
        self, credentials: Credentials, position: str | None, since: datetime
    ) -> OrdersPage:
        """A page of the orders since a moment."""
