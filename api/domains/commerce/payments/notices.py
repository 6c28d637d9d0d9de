"""Quotas that are nearly or fully used up, reported to owners by email: each level once a month."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from api.domains.commerce.payments.reading import PlanLimits
from api.domains.commerce.payments.usage_repository import UsageRepository

LEVELS = (100, 80)
"""Percentages of a quota."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A quota of which 80 or 100 percent is used."""

    quota: str
    level: int
    used: int
    allowed: int


def level_of(used: int, allowed: int | None) -> int | None:
    """Return the level that is reached; None below the first level, without a limit, and for a quota of zero."""
    if not allowed:
        return None
    return next((it for it in LEVELS if used * 100 >= it * allowed), None)


def note_usage(
    session: Session,
    org_id: str,
    limits: PlanLimits,
    used: Mapping[str, int],
    month: date,
    now: datetime,
) -> None:
    """Record that usage was counted, and which levels it reached."""
    rows = UsageRepository(session)
    rows.mark_counted(org_id, now)
    for quota, count in used.items():
        allowed, _ = limits.quotas.get(quota, (None, None))
        level = level_of(count, allowed)
        if level is not None:
            rows.add_notice(org_id, quota, level, month, used=count, allowed=allowed, now=now)


def organizations_to_count(session: Session, now: datetime) -> list[str]:
    """Return organisations whose usage was not counted in the last hour."""
    return list(UsageRepository(session).list_to_count(now))


def organizations_with_unreported(session: Session) -> list[str]:
    """Return organisations with notices that have not been reported to their owners."""
    return list(UsageRepository(session).list_unreported())


def take_unreported(session: Session, org_id: str, now: datetime) -> list[Notice]:
    """Return the notices to email to owners and mark them as reported; only the highest level of each quota."""
    found = [Notice(*row) for row in UsageRepository(session).take_notices(org_id, now)]
    highest: dict[str, Notice] = {}
    for notice in sorted(found, key=lambda it: it.level):
        highest[notice.quota] = notice
    return sorted(highest.values(), key=lambda it: it.quota)
