"""The end of a wait step, as pure functions of step, time zone and person."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from api.domains.messaging.automations.steps import WaitStep
from api.domains.messaging.campaigns.timing import shown_first

BIRTHDAY = "birthday"
_UNITS = {
    "minutes": timedelta(minutes=1),
    "hours": timedelta(hours=1),
    "days": timedelta(days=1),
}


def waits_until(
    step: WaitStep,
    zone: ZoneInfo,
    attributes: Mapping[str, Any],
    birthday: str | None,
    now: datetime,
) -> datetime | None:
    """Return when a person who reaches the step now continues, in UTC; None if the date is not known or has passed."""
    if step.amount is not None:
        return now + step.amount * _UNITS[step.unit]
    if step.until is not None:
        return _next_shown(time.fromisoformat(step.until), frozenset(step.weekdays), zone, now)
    today = now.astimezone(zone).date()
    at = time.fromisoformat(step.at)
    offset = timedelta(days=step.offset_days)
    if step.date_field == BIRTHDAY:
        if birthday is None:
            return None
        for year in range(today.year - 1, today.year + 3):
            due = shown_first(datetime.combine(birthday_in(birthday, year) + offset, at), zone)
            if due >= now:
                return due
        return None
    day = _date(attributes.get(step.date_field or ""))
    if day is None:
        return None
    due = shown_first(datetime.combine(day + offset, at), zone)
    return due if due.astimezone(zone).date() >= today else None


def birthday_in(birthday: str, year: int) -> date:
    """Return the date of a birthday (`YYYY-MM-DD` or `--MM-DD`) in a year. The 29th of February counts as the 28th in
    other years.
    """
    month, day = int(birthday[-5:-3]), int(birthday[-2:])
    try:
        return date(year, month, day)
    except ValueError:
        return date(year, 2, 28)


def _next_shown(
    shown: time, weekdays: frozenset[int], zone: ZoneInfo, now: datetime
) -> datetime | None:
    day = now.astimezone(zone).date()
    for ahead in range(9):
        wanted = day + timedelta(days=ahead)
        if weekdays and wanted.isoweekday() not in weekdays:
            continue
        due = shown_first(datetime.combine(wanted, shown), zone)
        if due >= now:
            return due
    return None


def _date(value: Any) -> date | None:
    if not isinstance(value, str):
        return None
    try:
        day = date.fromisoformat(value[:10])
    except ValueError:
        return None
    return day if 1900 < day.year < 2200 else None
