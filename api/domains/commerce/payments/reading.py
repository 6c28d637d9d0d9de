"""What an organisation's plan has, for other domains."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.commerce.payments.plans import Quota
from api.domains.commerce.payments.repository import QuotaRepository, SubscriptionRepository

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


def used_of(session: Session, org_id: str, quota: Quota, month: datetime) -> int:
    """How much is used of codes, domains, seats, or messages since the month began."""
    rows = SubscriptionRepository(session)
    if quota == "messages":
        return rows.messages_used(org_id, month)
    return rows.used(org_id, quota, MOST)
