"""The plans and credits that an organisation can buy, and its current plan."""

from collections.abc import Mapping

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.session import released
from api.domains.commerce.payments.errors import raise_ours
from api.domains.commerce.payments.models import PlanSubscription
from api.domains.commerce.payments.plans import (
    CREDIT_PACKS,
    DEFAULT,
    PLANS,
    SELF_HOSTED,
    credits_key,
    price_key,
)
from api.domains.commerce.payments.repository import CreditRepository, SubscriptionRepository
from api.domains.commerce.payments.schemas import (
    CreditPackRead,
    PaymentOptions,
    PlanRead,
    PriceRead,
    SubscriptionRead,
)
from api.domains.commerce.payments.state import PaymentAccount
from api.integrations.ports.payment_provider import Interval, PaymentUnavailable, Price

INTERVALS: tuple[Interval, ...] = ("month", "year")


def read_options(
    session: Session, account: PaymentAccount, me: Member, *, makes_promotions: bool
) -> PaymentOptions:
    """Return the plans with their prices, the credit packs, and the organisation's own plan.

    Raises:
        PaymentsUnavailable: prices are not known, and the provider does not respond.
    """
    provider = account.provider
    row = SubscriptionRepository(session).find(me.org_id)
    if provider is None:
        return PaymentOptions(
            is_self_hosted=True,
            is_test=False,
            publishable_key=None,
            subscription=_subscription(None, SELF_HOSTED),
            plans=[],
            credit_packs=[],
            credits=0,
            makes_promotions=False,
        )
    balance = CreditRepository(session).balance(me.org_id)
    own = _subscription(row, DEFAULT)
    try:
        with released(session):
            prices = account.prices()
    except PaymentUnavailable as error:
        raise_ours(error)
    return PaymentOptions(
        is_self_hosted=False,
        is_test=not provider.is_live,
        publishable_key=provider.publishable_key,
        subscription=own,
        plans=_plans(prices),
        credit_packs=[
            CreditPackRead(credits=pack, price=_price(prices[credits_key(pack)]))
            for pack in CREDIT_PACKS
            if credits_key(pack) in prices
        ],
        credits=balance,
        makes_promotions=makes_promotions,
    )


def _plans(prices: Mapping[str, Price]) -> list[PlanRead]:
    """Return the free plan and those that have a price."""
    plans = []
    for plan in PLANS:
        found = [prices.get(price_key(plan.name, interval)) for interval in INTERVALS]
        own = [_price(it) for it in found if it is not None]
        if own or plan.name == DEFAULT:
            plans.append(PlanRead(plan=plan.name, quotas=dict(plan.quotas), prices=own))
    return plans


def _price(price: Price) -> PriceRead:
    return PriceRead(
        interval=price.interval,
        amounts=dict(price.amounts),
        currency=price.currency,
        includes_tax=price.includes_tax,
    )


def _subscription(row: PlanSubscription | None, default: str) -> SubscriptionRead:
    if row is None:
        row = PlanSubscription(state="none")
    return SubscriptionRead.model_validate(
        {
            "state": row.state,
            "plan": row.plan or default,
            "paid_plan": row.paid_plan,
            "interval": row.billing_interval,
            "currency": row.currency,
            "period_end": row.period_end,
            "cancel_at": row.cancel_at,
            "unpaid_since": row.unpaid_since,
            "grace_until": row.grace_until,
            "has_customer": row.payer_id is not None,
        }
    )
