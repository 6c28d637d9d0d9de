"""Subscriptions and payments as the domains need them: prices, customers, plans, invoices and events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

Interval = Literal["month", "year"]
SubscriptionStatus = Literal[
    "incomplete", "trialing", "active", "past_due", "unpaid", "paused", "ended"
]
"""`ended` covers every state from which a subscription cannot return."""


class PaymentProblem(StrEnum):
    """Why the provider did not fulfil a request."""

    KEY = "key"
    """The provider does not accept the key, or the key may not do this."""
    BUSY = "busy"
    """A limit is reached; the request can be repeated later."""
    AWAY = "away"
    """The provider cannot be reached, or has a fault of its own. It may have fulfilled the request."""


class PaymentUnavailable(Exception):
    """The provider did not respond. It may have fulfilled the request, so repeat it with the same key."""

    def __init__(self, text: str, problem: PaymentProblem) -> None:
        super().__init__(text)
        self.problem = problem


class PaymentRefused(Exception):
    """The provider refused, for example because a card was declined or a code is unknown. The text may be shown to
    users.
    """

    def __init__(self, text: str, code: str = "", field: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.field = field
        """The provider's own name for the problem."""


class WebhookRefused(Exception):
    """The webhook was not signed by the provider, or was signed too long ago; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a plan or a credit pack."""

    price_id: str
    lookup_key: str
    amounts: Mapping[str, int]
    """Amounts in minor units by currency (ISO 4217, lower case)."""
    currency: str
    """The currency that is used if none is chosen."""
    interval: Interval | None
    """None means a one-time payment."""
    includes_tax: bool


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription in its current state at the provider."""

    subscription_id: str
    customer_id: str
    status: SubscriptionStatus
    lookup_key: str
    """The lookup key of its price."""
    price_id: str
    currency: str
    interval: Interval | None
    started_at: datetime
    period_start: datetime
    period_end: datetime
    cancel_at: datetime | None
    unpaid_since: datetime | None
    """When the unpaid invoice was created; None if all invoices are paid."""
    client_secret: str | None = None
    """The secret with which the browser confirms the first payment."""


@dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice; amounts are in minor units."""

    invoice_id: str
    number: str
    status: str
    total: int
    tax: int
    amount_due: int
    currency: str
    created_at: datetime
    page_url: str | None
    pdf_url: str | None


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """An item in the cost of a change."""

    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class Change:
    """The cost of changing to another price now; amounts are in minor units."""

    amount_due: int
    tax: int
    currency: str
    lines: Sequence[ChangeLine]
    """A negative amount is a refund."""
    at: datetime
    """The time up to which the old price is charged."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A payment."""

    intent_id: str
    status: str
    amount: int
    currency: str
    kept: int
    """The amount that was paid and neither refunded nor disputed."""
    metadata: Mapping[str, str] = field(default_factory=dict)
    client_secret: str | None = None


@dataclass(frozen=True, slots=True)
class NewPromotion:
    """A promotion code to create."""

    code: str
    percent_off: float | None
    amount_off: int | None
    currency: str | None
    months: int | None
    """The number of months with the discount; None means once."""
    max_redemptions: int | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class PaymentEvent:
    """An event at the provider."""

    event_id: str
    kind: str
    is_live: bool
    occurred_at: datetime
    customer_id: str | None
    org_id: str | None
    """The organisation ID that Waypost stored on the object of the event."""
    intent_id: str | None
    """The payment that the event concerns."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something for sale: a plan with its prices, or a credit pack."""

    product: str
    title: str
    prices: Mapping[str, tuple[Interval | None, int]]
    """The interval and the amount in the smallest unit of the currency, by lookup key."""


@dataclass(frozen=True, slots=True)
class Step:
    """An object in the account, and whether it was created now."""

    what: str
    is_new: bool
    secret: str | None = None
    """The secret of a new webhook endpoint; Stripe shows it only this once."""


class PaymentProvider(Protocol):
    """A payment provider. Every method raises PaymentUnavailable, and PaymentRefused where stated.

    Methods with `key` take effect once for the same key, however often they are called.
    """

    @property
    def is_live(self) -> bool:
        """Return whether payments move real money."""

    @property
    def publishable_key(self) -> str:
        """Return the key that the browser needs."""

    def prices(self) -> list[Price]:
        """Return all prices that are for sale and have a lookup key."""

    def make_customer(self, org_id: str, name: str, email: str | None, *, key: str) -> str:
        """Create a customer for an organisation and return its ID."""

    def subscriptions_of(self, customer_id: str) -> list[Subscription]:
        """Return all subscriptions, newest first, including ended ones."""

    def subscribe(
        self,
        customer_id: str,
        org_id: str,
        price_id: str,
        *,
        currency: str | None,
        promotion_id: str | None,
        key: str,
    ) -> Subscription:
        """Start a subscription, which waits for its first payment. Raises PaymentRefused."""

    def find_promotion(self, code: str) -> str | None:
        """Return the ID of a usable promotion code; None if there is none."""

    def preview(self, subscription_id: str, price_id: str, at: datetime) -> Change:
        """Return what a change of price would cost now. Raises PaymentRefused."""

    def change(self, subscription_id: str, price_id: str, at: datetime, *, key: str) -> None:
        """Change the price; it takes effect when the difference is paid. Raises PaymentRefused."""

    def cancel(self, subscription_id: str, *, at_period_end: bool) -> None:
        """Cancel the subscription at the end of its period, or withdraw the cancellation. Raises PaymentRefused."""

    def end(self, subscription_id: str) -> None:
        """End a subscription now. Raises PaymentRefused."""

    def portal(self, customer_id: str, return_url: str) -> str:
        """Return the URL of the provider's page for cards, addresses and tax numbers."""

    def invoices(self, customer_id: str, most: int) -> list[Invoice]:
        """Return the newest invoices."""

    def make_intent(
        self,
        customer_id: str,
        amount: int,
        currency: str,
        metadata: Mapping[str, str],
        *,
        key: str,
    ) -> Intent:
        """Create a payment that the browser confirms. Raises PaymentRefused."""

    def intent(self, intent_id: str) -> Intent | None:
        """Return a payment in its current state; None if there is none."""

    def make_promotion(self, promotion: NewPromotion, *, key: str) -> str:
        """Create a promotion code and return its ID. Raises PaymentRefused."""

    def report_usage(
        self, meter: str, customer_id: str, value: int, at: datetime, identifier: str
    ) -> None:
        """Report usage, which is counted once for an identifier. Raises PaymentRefused."""

    def read_event(self, body: bytes, signature: str) -> PaymentEvent:
        """Return the event in a webhook.

        Raises:
            WebhookRefused: the webhook is not signed by the provider, or is too old.
        """
