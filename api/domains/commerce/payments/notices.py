"""Which quotas are nearly or wholly used up: each level once a month, for the mails to owners."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.orm import Session

from api.domains.commerce.payments.reading import PlanLimits
from api.domains.commerce.payments.usage_repository import UsageRepository

LEVELS = (100, 80)
"""Percent of a quota."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A quota that is used to 80 or 100 percent."""

    quota: str
    level: int
    used: int
    allowed: int


def level_of(used: int, allowed: int | None) -> int | None:
    """The level that is reached; None below the first, without a limit, and where a plan has none of it."""
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
    """Remember that usage was counted, and which levels it reached."""
    rows = UsageRepository(session)
    rows.mark_counted(org_id, now)
    for quota, count in used.items():
        allowed, _ = limits.quotas.get(quota, (None, None))
        level = level_of(count, allowed)
        if level is not None:
            rows.add_notice(org_id, quota, level, month, used=count, allowed=allowed, now=now)


def organizations_to_count(session: Session, now: datetime) -> list[str]:
    """Organisations whose usage was not counted for an hour."""
    return list(UsageRepository(session).list_to_count(now))


def organizations_with_unreported(session: Session) -> list[str]:
    """Organisations whose owners do not know yet."""
    return list(UsageRepository(session).list_unreported())


def take_unreported(session: Session, org_id: str, now: datetime) -> list[Notice]:
    """What owners are to be mailed about, which is marked as reported; the highest level of each quota."""
    found = [Notice(*row) for row in UsageRepository(session).take_notices(org_id, now)]
    highest: dict[str, Notice] = {}
    for notice in sorted(found, key=lambda it: it.level):
        highest[notice.quota] = notice
    return sorted(highest.values(), key=lambda it: it.quota)
