"""Subscriptions and payments as the domains want them: prices, customers, plans, invoices, events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

Interval = Literal["month", "year"]
SubscriptionStatus = Literal[
    "incomplete", "trialing", "active", "past_due", "unpaid", "paused", "ended"
]
"""`ended` is every state that a subscription does not come back from."""


class PaymentProblem(StrEnum):
    """Why the provider did not do what it was asked."""

    KEY = "key"
    """It does not take the key, or the key may not do this."""
    BUSY = "busy"
    """A limit is reached; it goes on later."""
    AWAY = "away"
    """It can't be reached, or something is wrong on its side. It may have done what was asked."""


class PaymentUnavailable(Exception):
    """The provider gave no answer. It may have done what was asked: ask again with the same key."""

    def __init__(self, text: str, problem: PaymentProblem) -> None:
        super().__init__(text)
        self.problem = problem


class PaymentRefused(Exception):
    """The provider refused: a card was declined, a code is unknown. The text may be shown."""

    def __init__(self, text: str, code: str = "", field: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.field = field
        """The provider's own name of what is wrong."""


class WebhookRefused(Exception):
    """What came was not signed by the provider, or too long ago; says why."""


@dataclass(frozen=True, slots=True)
class Price:
    """What a plan or a pack of credits costs."""

    price_id: str
    lookup_key: str
    amounts: Mapping[str, int]
    """Minor units by currency (ISO 4217, lower case)."""
    currency: str
    """The one that is taken if nobody chooses."""
    interval: Interval | None
    """None: paid once."""
    includes_tax: bool


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription as it is at the provider."""

    subscription_id: str
    customer_id: str
    status: SubscriptionStatus
    lookup_key: str
    """Of its price."""
    price_id: str
    currency: str
    interval: Interval | None
    started_at: datetime
    period_start: datetime
    period_end: datetime
    cancel_at: datetime | None
    unpaid_since: datetime | None
    """When the invoice was made that is not paid; None if all are."""
    client_secret: str | None = None
    """With which the browser confirms the first payment."""


@dataclass(frozen=True, slots=True)
class Invoice:
    """An invoice; money in minor units."""

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
    """A line of what a change costs."""

    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class Change:
    """What changing to another price costs now; money in minor units."""

    amount_due: int
    tax: int
    currency: str
    lines: Sequence[ChangeLine]
    """A negative amount is money back."""
    at: datetime
    """Up to when the old price is counted."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A payment."""

    intent_id: str
    status: str
    amount: int
    currency: str
    kept: int
    """What was paid and neither given back nor disputed."""
    metadata: Mapping[str, str] = field(default_factory=dict)
    client_secret: str | None = None


@dataclass(frozen=True, slots=True)
class NewPromotion:
    """A promotion code that is to be made."""

    code: str
    percent_off: float | None
    amount_off: int | None
    currency: str | None
    months: int | None
    """For how many months it is taken off; None: once."""
    max_redemptions: int | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class PaymentEvent:
    """Something happened at the provider."""

    event_id: str
    kind: str
    is_live: bool
    occurred_at: datetime
    customer_id: str | None
    org_id: str | None
    """As we wrote it on what the event is about."""
    intent_id: str | None
    """The payment that it is about."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to be sold: a plan with its prices, or a pack of credits."""

    product: str
    title: str
    prices: Mapping[str, tuple[Interval | None, int]]
    """Interval and amount in the smallest unit of the currency, by lookup key."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something in the account, and whether it was made now."""

    what: str
    is_new: bool
    secret: str | None = None
    """Of a new webhook endpoint; Stripe shows it this once."""


class PaymentProvider(Protocol):
    """A provider of payments. Each function raises PaymentUnavailable, and PaymentRefused where it says so.

    Functions with `key` do the same thing once for the same key, however often they are called.
    """

    @property
    def is_live(self) -> bool:
        """Whether payments move money."""

    @property
    def publishable_key(self) -> str:
        """What the browser needs."""

    def prices(self) -> list[Price]:
        """All prices that can be bought and have a lookup key."""

    def make_customer(self, org_id: str, name: str, email: str | None, *, key: str) -> str:
        """A customer for an organisation; its id."""

    def subscriptions_of(self, customer_id: str) -> list[Subscription]:
        """All, newest first, ended ones as well."""

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
        """Begin a subscription, which waits for its first payment. Raises PaymentRefused."""

    def find_promotion(self, code: str) -> str | None:
        """The id of a promotion code that can be used; None if there is none."""

    def preview(self, subscription_id: str, price_id: str, at: datetime) -> Change:
        """What a change of price would cost now. Raises PaymentRefused."""

    def change(self, subscription_id: str, price_id: str, at: datetime, *, key: str) -> None:
        """Change the price; takes effect when the difference is paid. Raises PaymentRefused."""

    def cancel(self, subscription_id: str, *, at_period_end: bool) -> None:
        """End the subscription with its period, or keep it. Raises PaymentRefused."""

    def end(self, subscription_id: str) -> None:
        """End a subscription now. Raises PaymentRefused."""

    def portal(self, customer_id: str, return_url: str) -> str:
        """The address of a page of the provider for cards, addresses, tax numbers."""

    def invoices(self, customer_id: str, most: int) -> list[Invoice]:
        """The newest invoices."""

    def make_intent(
        self,
        customer_id: str,
        amount: int,
        currency: str,
        metadata: Mapping[str, str],
        *,
        key: str,
    ) -> Intent:
        """A payment that the browser confirms. Raises PaymentRefused."""

    def intent(self, intent_id: str) -> Intent | None:
        """A payment as it is now; None if there is none."""

    def make_promotion(self, promotion: NewPromotion, *, key: str) -> str:
        """A promotion code; its id. Raises PaymentRefused."""

    def report_usage(
        self, meter: str, customer_id: str, value: int, at: datetime, identifier: str
    ) -> None:
        """Count something once for an identifier. Raises PaymentRefused."""

    def read_event(self, body: bytes, signature: str) -> PaymentEvent:
        """What a webhook says.

        Raises:
            WebhookRefused: it is not signed, not by the provider, or too old.
        """
