"""What an organisation's plan has, for other domains."""

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
"""Counts go no further."""


@dataclass(frozen=True, slots=True)
class PlanLimits:
    """A plan and what it has."""

    plan: str
    quotas: Mapping[str, tuple[int | None, str | None]]

    def of(self, quota: Quota) -> tuple[int | None, str | None]:
        """How much there is, None without a limit; and the smallest plan that has more."""
        return self.quotas.get(quota, (None, None))


def limits_of(session: Session, org_id: str) -> PlanLimits | None:
    """What the organisation's plan has; None where nothing has a limit."""
    plan = SubscriptionRepository(session).plan_of(org_id)
    if plan is None:
        return None
    return PlanLimits(plan, QuotaRepository(session).limits(plan))


def month_of(now: datetime) -> datetime:
    """When the calendar month began, in UTC."""
    return now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def messages_left(session: Session, org_id: str, month: datetime) -> int | None:
    """How many messages the plan still has since the month began, credits included; None without a limit. The database
    decides when they are queued.
    """
    limits = limits_of(session, org_id)
    allowed = limits.of("messages")[0] if limits is not None else None
    if allowed is None:
        return None
    used = SubscriptionRepository(session).messages_used(org_id, month)
    return max(0, allowed - used) + max(0, CreditRepository(session).balance(org_id))


def messages_by_day(session: Session, org_id: str, now: datetime) -> list[tuple[date, int]]:
    """Messages of the plan that were used since the month began, up to the end of each of its days so far."""
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
    """Whether a plan is paid."""

    state: str
    grace_until: datetime | None


def state_of_plan(session: Session, org_id: str) -> PlanState:
    """Whether the organisation's plan is paid, and until when it stays if it is not."""
    row = SubscriptionRepository(session).find(org_id)
    return PlanState("none", None) if row is None else PlanState(row.state, row.grace_until)


@dataclass(frozen=True, slots=True)
class KeptHistory:
    """For how many months events are kept; None: for ever."""

    own_months: int | None
    plan_months: int | None
    plan_applies_from: datetime | None
    """None: the plan shortens nothing yet."""
    months: int | None
    """What applies now."""


def history_of(session: Session, org_id: str, now: datetime) -> KeptHistory:
    """How long events are kept, by the organisation's own choice and by its plan."""
    own, plan, since = SubscriptionRepository(session).history(org_id)
    applies = plan is not None and since is not None and since <= now
    limits = [it for it in (own, plan if applies else None) if it is not None]
    return KeptHistory(own, plan, since if plan is not None else None, min(limits, default=None))


def used_of(session: Session, org_id: str, quota: Quota, month: datetime) -> int:
    """How much is used of codes, domains, seats, or messages since the month began."""
    rows = SubscriptionRepository(session)
    if quota == "messages":
        return rows.messages_used(org_id, month)
    return rows.used(org_id, quota, MOST)
