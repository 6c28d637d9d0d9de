"""The quotas and usage of an organisation's plan, for other domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.commerce.payments.plans import Quota
from api.domains.commerce.payments.repository import (
    CreditRepository,
    QuotaRepository,
    SubscriptionRepository,
)

MOST = 10_000_000
"""Counting stops at this number."""


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """A plan and its quotas."""

    plan: str
    quotas: Mapping[str, tuple[int | None, str | None]]

    def of(self, quota: Quota) -> tuple[int | None, str | None]:
        """Return the quota, None without a limit, and the smallest plan that has more of it."""
        return self.quotas.get(quota, (None, None))


def limits_of(session: Session, org_id: str) -> PlanLimits | None:
    """Return the organisation's plan with its quotas; None if nothing is limited."""
    plan = SubscriptionRepository(session).plan_of(org_id)
    if plan is None:
        return None
    return PlanLimits(plan, QuotaRepository(session).limits(plan))


def month_of(now: datetime) -> datetime:
    """Return the start of the calendar month in UTC."""
    return now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def messages_left(session: Session, org_id: str, month: datetime) -> int | None:
    """Return how many messages the organisation may still queue this month, credits included; None without a limit. The
    database enforces the quota when messages are queued.
    """
    limits = limits_of(session, org_id)
    allowed = limits.of("messages")[0] if limits is not None else None
    if allowed is None:
        return None
    used = SubscriptionRepository(session).messages_used(org_id, month)
    return max(0, allowed - used) + max(0, CreditRepository(session).balance(org_id))


def messages_by_day(session: Session, org_id: str, now: datetime) -> list[tuple[date, int]]:
    """Return, for each day of the month so far, how many messages of the plan were used from the start of the month to
    the end of that day.
    """
    rows, month = SubscriptionRepository(session), month_of(now)
    every = rows.messages_used(org_id, month)
    days = (now.astimezone(UTC).date() - month.date()).days + 1
    return [
        (
            (month + timedelta(days=day)).date(),
            every - (rows.messages_used(org_id, month + timedelta(days=day + 1))),
        )
        for day in range(days)
    ]


@dataclass(frozen=True, slots=True)
class PlanState:
    """The payment state of a plan."""

    state: str
    grace_until: datetime | None


def state_of_plan(session: Session, org_id: str) -> PlanState:
    """Return whether the organisation's plan is paid, and until when it remains active if it is not."""
    row = SubscriptionRepository(session).find(org_id)
    return PlanState("none", None) if row is None else PlanState(row.state, row.grace_until)


@dataclass(frozen=True, slots=True)
class KeptHistory:
    """The number of months for which events are stored; None means forever."""

    own_months: int | None
    plan_months: int | None
    plan_applies_from: datetime | None
    """None if the plan does not shorten the history yet."""
    months: int | None
    """The number of months that applies now."""


def history_of(session: Session, org_id: str, now: datetime) -> KeptHistory:
    """Return how long events are stored, according to the organisation's own choice and its plan."""
    own, plan, since = SubscriptionRepository(session).history(org_id)
    applies = plan is not None and since is not None and since <= now
    limits = [it for it in (own, plan if applies else None) if it is not None]
    return KeptHistory(own, plan, since if plan is not None else None, min(limits, default=None))


def used_of(session: Session, org_id: str, quota: Quota, month: datetime) -> int:
    """Return the usage of a quota: codes, domains, seats, or messages since the start of the month."""
    rows = SubscriptionRepository(session)
    if quota == "messages":
        return rows.messages_used(org_id, month)
    return rows.used(org_id, quota, MOST)
