"""Request and response bodies for plans and payments. Amounts of money are in minor units of the currency (cents)."""

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
    """The plans and credit packs on sale."""


class CreateSubscription(OrgBody):
    """A plan to subscribe to."""

    plan: PaidPlan
    interval: Interval = "month"
    currency: Currency | None = Field(
        None, description="Currency as an ISO 4217 code; by default the main currency of the price"
    )
    promotion_code: PromotionCode | None = None


class CreateIntent(OrgBody):
    """The number of message credits to buy."""

    credits: Literal[1000, 10000, 100000]
    currency: Currency | None = Field(
        None, description="Currency as an ISO 4217 code; by default the main currency of the price"
    )


class CreatePromoCode(OrgBody):
    """A promotion code for plans: a discount on the first invoice or on several months."""

    code: PromotionCode
    percent_off: float | None = Field(None, gt=0, le=100)
    amount_off: int | None = Field(
        None, gt=0, le=100_000_000, description="The discount in minor units, such as cents"
    )
    currency: Currency | None = Field(None, description="Currency of `amount_off`")
    months: int | None = Field(
        None,
        ge=1,
        le=36,
        description="How many months the discount applies; by default only to the first invoice",
    )
    max_redemptions: int | None = Field(None, ge=1, le=1_000_000)
    expires_at: datetime | None = None

    @model_validator(mode="after")
    def _takes_something_off(self) -> Self:
        if (self.percent_off is None) == (self.amount_off is None):
            raise ValueError("percent_off or amount_off is required, but not both")
        if (self.amount_off is None) != (self.currency is None):
            raise ValueError("amount_off and currency must be set together")
        if self.expires_at is not None and self.expires_at.tzinfo is None:
            raise ValueError("expires_at must have a time zone")
        return self


class PreviewPlanChange(OrgBody):
    """The plan to change to."""

    plan: PaidPlan
    interval: Interval = "month"


class ChangePlan(PreviewPlanChange):
    """The previewed plan to change to."""

    at: datetime = Field(
        description="The `at` of the preview, so that you pay the amount that it showed"
    )


class NoDetails(OrgBody):
    """The organisation's own plan."""


class PriceRead(Schema):
    """A price."""

    interval: Interval | None
    amounts: dict[str, int] = Field(
        description="Amounts in minor units by currency (lower-case ISO 4217 codes)"
    )
    currency: str = Field(description="The main currency, used by default")
    includes_tax: bool


class PlanRead(Schema):
    """A plan. Quotas without a limit are null."""

    plan: str
    quotas: dict[Quota, int | None]
    prices: list[PriceRead] = Field(description="Empty for the free plan")


class CreditPackRead(Schema):
    """A pack of credits, sold together."""

    credits: int
    price: PriceRead


class SubscriptionRead(Schema):
    """The organisation's own plan."""

    state: State
    plan: str = Field(description="The plan whose quotas apply")
    paid_plan: str | None = Field(
        description="The plan that is subscribed to; differs from `plan` while it is unpaid"
    )
    interval: Interval | None
    currency: str | None
    period_end: datetime | None
    cancel_at: datetime | None = Field(description="When the plan ends, if it was cancelled")
    unpaid_since: datetime | None
    grace_until: datetime | None = Field(description="Until when an unpaid plan keeps its quotas")
    has_customer: bool = Field(
        description="Whether the organisation is a customer of the provider, with a portal and"
        " possibly invoices"
    )


class PaymentOptions(Schema):
    """The plans and credit packs on sale, and the organisation's own plan."""

    is_self_hosted: bool = Field(
        description="Whether the installation takes no payments: the plan is `self-hosted` and has no"
        " limits"
    )
    is_test: bool = Field(
        description="Whether the provider is in test mode, in which no money moves"
    )
    publishable_key: str | None
    subscription: SubscriptionRead
    plans: list[PlanRead]
    credit_packs: list[CreditPackRead]
    credits: int = Field(
        description="Paid messages that are left, in addition to those of the plan"
    )
    makes_promotions: bool = Field(description="Whether the caller can create promotion codes")


class SubscriptionStarted(Schema):
    """A subscription. It waits for its first payment, unless none is due."""

    subscription_id: str
    status: State
    client_secret: str | None = Field(description="For Stripe.js; null if no payment is due")


class IntentCreated(Schema):
    """A payment to confirm in the browser."""

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
    """An item in the cost of a change."""

    text: str
    amount: int = Field(description="Negative if it is a credit")


class PlanChangePreview(Schema):
    """The cost of a change of plan now."""

    amount_due: int
    tax: int
    currency: str
    lines: list[ChangeLine]
    at: datetime


class PortalSession(Schema):
    """A session of the provider's portal."""

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
    """The webhook was received."""

    received: bool = True
