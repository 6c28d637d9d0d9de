"""Requests and answers about plans and payments. Money is in minor units of its currency (cents)."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.commerce.payments.plans import PaidPlan, Quota
from api.integrations.ports.payment_provider import Interval
from api.kit.schemas import OrgBody, Schema

Currency = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=r"^[A-Za-z]{3}$")
]
PromotionCode = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9A-Za-z_-]{3,50}$")
]
State = Literal["none", "incomplete", "trialing", "active", "past_due", "unpaid", "paused", "ended"]


class GetPaymentOptions(OrgBody):
    """What can be bought."""


class CreateSubscription(OrgBody):
    """Which plan."""

    plan: PaidPlan
    interval: Interval = "month"
    currency: Currency | None = Field(None, description="ISO 4217; the price's own if left out")
    promotion_code: PromotionCode | None = None


class CreateIntent(OrgBody):
    """How many credits for messages are bought."""

    credits: Literal[1000, 10000, 100000]
    currency: Currency | None = Field(None, description="ISO 4217; the price's own if left out")


class CreatePromoCode(OrgBody):
    """A promotion code for plans: something off the first invoice, or off some months."""

    code: PromotionCode
    percent_off: float | None = Field(None, gt=0, le=100)
    amount_off: int | None = Field(None, gt=0, le=100_000_000, description="Minor units")
    currency: Currency | None = Field(None, description="Of amount_off")
    months: int | None = Field(None, ge=1, le=36, description="Left out: the first invoice only")
    max_redemptions: int | None = Field(None, ge=1, le=1_000_000)
    expires_at: datetime | None = None

    @model_validator(mode="after")
    def _takes_something_off(self) -> Self:
        if (self.percent_off is None) == (self.amount_off is None):
            raise ValueError("percent_off or amount_off is needed, and not both")
        if (self.amount_off is None) != (self.currency is None):
            raise ValueError("amount_off and currency belong together")
        if self.expires_at is not None and self.expires_at.tzinfo is None:
            raise ValueError("expires_at needs a time zone")
        return self


class PreviewPlanChange(OrgBody):
    """The plan to change to."""

    plan: PaidPlan
    interval: Interval = "month"


class ChangePlan(PreviewPlanChange):
    """The plan to change to, as it was previewed."""

    at: datetime = Field(description="`at` of the preview: the amount is the one that was shown")


class NoDetails(OrgBody):
    """Of the organisation's own plan."""


class PriceRead(Schema):
    """What something costs."""

    interval: Interval | None
    amounts: dict[str, int] = Field(description="Minor units by currency (ISO 4217, lower case)")
    currency: str = Field(description="The one that is taken if nobody chooses")
    includes_tax: bool


class PlanRead(Schema):
    """A plan; quotas without a limit are null."""

    plan: str
    quotas: dict[Quota, int | None]
    prices: list[PriceRead] = Field(description="Empty for the plan that costs nothing")


class CreditPackRead(Schema):
    """Credits that are bought at once."""

    credits: int
    price: PriceRead


class SubscriptionRead(Schema):
    """The organisation's own plan."""

    state: State
    plan: str = Field(description="Whose quotas apply")
    paid_plan: str | None = Field(description="What is subscribed; differs while it is not paid")
    interval: Interval | None
    currency: str | None
    period_end: datetime | None
    cancel_at: datetime | None = Field(description="When it ends, if it was cancelled")
    unpaid_since: datetime | None
    grace_until: datetime | None = Field(description="Until when an unpaid plan keeps its quotas")
    has_customer: bool = Field(description="Whether there may be invoices and a portal")


class PaymentOptions(Schema):
    """What can be bought, and what the organisation has."""

    is_self_hosted: bool = Field(
        description="Whether nobody pays here: the plan is `self-hosted` and has no limits"
    )
    is_test: bool = Field(description="Whether payments move no money")
    publishable_key: str | None
    subscription: SubscriptionRead
    plans: list[PlanRead]
    credit_packs: list[CreditPackRead]
    credits: int = Field(description="Messages beside those of the plan that are paid and not sent")
    makes_promotions: bool = Field(description="Whether this caller may make promotion codes")


class SubscriptionStarted(Schema):
    """A subscription that waits for its first payment, or needs none."""

    subscription_id: str
    status: State
    client_secret: str | None = Field(description="For Stripe.js; null if nothing is to be paid")


class IntentCreated(Schema):
    """A payment that waits to be confirmed in the browser."""

    intent_id: str
    client_secret: str
    amount: int
    currency: str
    credits: int


class PromoCodeCreated(Schema):
    """A promotion code for plans."""

    promotion_id: str
    code: str


class ChangeLine(Schema):
    """A line of what a change costs."""

    text: str
    amount: int = Field(description="Negative is money back")


class PlanChangePreview(Schema):
    """What a change of plan costs now."""

    amount_due: int
    tax: int
    currency: str
    lines: list[ChangeLine]
    at: datetime


class PortalSession(Schema):
    """A page of the payment provider."""

    url: str


class InvoiceRead(Schema):
    """An invoice."""

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


class Invoices(Schema):
    """The newest invoices."""

    items: list[InvoiceRead]
    total: int = Field(description="At most 24")


class WebhookTaken(Schema):
    """A webhook was taken."""

    received: bool = True
