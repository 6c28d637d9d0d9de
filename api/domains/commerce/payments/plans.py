"""The plans and their quotas. Prices are stored at the payment provider and found by lookup key."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from api.integrations.ports.payment_provider import Interval, Subscription, SubscriptionStatus

Quota = Literal["codes", "scans", "messages", "seats", "domains", "retention_months"]
PlanName = Literal["free", "starter", "growth", "business"]
PaidPlan = Literal["starter", "growth", "business"]

QUOTAS: Final[tuple[Quota, ...]] = get_args(Quota)
SELF_HOSTED: Final = "self-hosted"
"""The plan of installations without payments. It has no quotas."""
PREFIX: Final = "waypost_"
GRACE = timedelta(days=14)
"""How long an unpaid plan keeps its quotas."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan and its quotas."""

    name: PlanName
    quotas: Mapping[Quota, int | None]
    """Codes that are not deleted; scans and messages in a calendar month in UTC; members with open invitations; custom
    domains; months for which events are stored. None means no limit.
    """


def _plan(
    name: PlanName,
    *,
    codes: int | None,
    scans: int | None,
    messages: int | None,
    seats: int | None,
    domains: int | None,
    retention_months: int | None,
) -> Plan:
    numbers = (codes, scans, messages, seats, domains, retention_months)
    return Plan(name, dict(zip(QUOTAS, numbers, strict=True)))


PLANS: Final = (
    _plan("free", codes=25, scans=1_000, messages=50, seats=2, domains=0, retention_months=12),
    _plan(
        "starter",
        codes=500,
        scans=25_000,
        messages=1_000,
        seats=5,
        domains=1,
        retention_months=24,
    ),
    _plan(
        "growth",
        codes=5_000,
        scans=250_000,
        messages=10_000,
        seats=20,
        domains=5,
        retention_months=60,
    ),
    _plan(
        "business",
        codes=50_000,
        scans=5_000_000,
        messages=100_000,
        seats=200,
        domains=50,
        retention_months=None,
    ),
)
"""From the smallest to the largest; every quota grows from plan to plan."""
DEFAULT: Final[PlanName] = "free"
"""The plan of organisations without a subscription."""
CREDIT_PACKS: Final = (1_000, 10_000, 100_000)
"""Pack sizes: messages that can be bought at once, in addition to those of the plan."""


def plan_of_name(name: str) -> Plan | None:
    """Return the plan with this name; None if this release has none."""
    return next((it for it in PLANS if it.name == name), None)


def larger_plan(name: str, quota: Quota) -> PlanName | None:
    """Return the smallest plan that has more of a quota; None if there is none."""
    found = plan_of_name(name)
    if found is None or found.quotas[quota] is None:
        return None
    allowed = found.quotas[quota] or 0
    after = PLANS[PLANS.index(found) + 1 :]
    for plan in after:
        more = plan.quotas[quota]
        if more is None or more > allowed:
            return plan.name
    return None


def price_key(plan: str, interval: Interval) -> str:
    """Return the lookup key of a plan's price."""
    return f"{PREFIX}{plan}_{interval}"


def credits_key(pack: int) -> str:
    """Return the lookup key of the price of a credit pack."""
    return f"{PREFIX}credits_{pack}"


def plan_of_key(lookup_key: str) -> str | None:
    """Return the plan to which a price belongs; None if this release has no such plan."""
    name = lookup_key.removeprefix(PREFIX).rpartition("_")[0]
    return name if plan_of_name(name) is not None else None


@dataclass(frozen=True, slots=True)
class Standing:
    """The consequences of a subscription: which quotas apply, and until when if it is unpaid."""

    plan: str | None
    """None means the default plan."""
    grace_until: datetime | None


_KEEPS: frozenset[SubscriptionStatus] = frozenset({"trialing", "active"})
_OWES: frozenset[SubscriptionStatus] = frozenset({"past_due", "unpaid"})


def standing_of(
    status: str, plan: str | None, unpaid_since: datetime | None, now: datetime
) -> Standing:
    """Return which plan applies. An unpaid plan remains active for the grace period, which starts with its unpaid
    invoice.
    """
    if status in _KEEPS:
        return Standing(plan, None)
    if status in _OWES and unpaid_since is not None:
        until = unpaid_since + GRACE
        return Standing(plan if now < until else None, until)
    return Standing(None, None)


_ORDER: tuple[SubscriptionStatus, ...] = (
    *("active", "trialing", "past_due", "unpaid", "paused", "incomplete", "ended"),
)


def current_of(subscriptions: list[Subscription]) -> Subscription | None:
    """Return the subscription that counts: the one with the best status, and the newest of these. None if no
    subscription is to a plan of this release.
    """
    ours = [it for it in subscriptions if plan_of_key(it.lookup_key) is not None]
    if not ours:
        return None
    best = min(_ORDER.index(it.status) for it in ours)
    return max(
        (it for it in ours if _ORDER.index(it.status) == best),
        key=lambda it: (it.started_at, it.subscription_id),
    )
