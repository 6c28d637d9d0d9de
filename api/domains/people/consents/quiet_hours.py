"""Quiet hours: times of day at which nothing is sent, in the recipient's time zone."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


class QuietHours(NamedTuple):
    """From one time of day until another, which may be on the next day."""

    start: time
    end: time


class QuietRule(NamedTuple):
    """Quiet hours of every day, and days of the week (Monday is 0) that are quiet as a whole."""

    hours: QuietHours
    days: frozenset[int] = frozenset()


MOST_DAYS = 9
"""If rules leave no allowed time within this many days, they leave none at all."""


def first_allowed(moment: datetime, rules: Sequence[QuietRule], zone: ZoneInfo) -> datetime | None:
    """Return the first moment from `moment` on that is quiet under none of the rules, in UTC, or None if there
    is none.
    """
    found = moment.astimezone(UTC)
    latest = found + timedelta(days=MOST_DAYS)
    while found < latest:
        ends = [end for it in rules if (end := _end_of_rule(found, it, zone)) is not None]
        if not ends:
            return found
        found = max(ends)
    return None


def _end_of_rule(moment: datetime, rule: QuietRule, zone: ZoneInfo) -> datetime | None:
    """Return the end of the rule's quiet day or hours around `moment`, or None if it is not quiet under this rule."""
    local = moment.astimezone(zone)
    if local.weekday() in rule.days:
        midnight = datetime.combine(local.date() + timedelta(days=1), time(0), zone)
        end = max(midnight.astimezone(UTC), moment.astimezone(UTC) + MINUTE)
        # If clocks are put back over midnight, the same day occurs again.
        while end.astimezone(zone).date() <= local.date():
            end += MINUTE
        return end
    return end_of_quiet(moment, rule.hours, zone)


def is_quiet(moment: datetime, hours: QuietHours, zone: ZoneInfo) -> bool:
    """Return whether the local time in the time zone is quiet."""
    shown = moment.astimezone(zone).time()
    if hours.start < hours.end:
        return hours.start <= shown < hours.end
    return shown >= hours.start or shown < hours.end


def end_of_quiet(moment: datetime, hours: QuietHours, zone: ZoneInfo) -> datetime | None:
    """Return the first minute from `moment` on that is not quiet, in UTC, or None if `moment` is not.

    If clocks are put forward over the end, the hours end at the jump. If they are put back, an hour occurs again and is
    quiet again or not.
    """
    if not is_quiet(moment, hours, zone):
        return None
    local = moment.astimezone(zone)
    day = local.date()
    if local.time() >= hours.end:
        day += timedelta(days=1)
    end = datetime.combine(day, hours.end, zone).astimezone(UTC)
    if end.astimezone(zone).utcoffset() == local.utcoffset():
        return end
    # The clocks change before the end, so times of day may occur twice or never.
    end = moment.astimezone(UTC).replace(second=0, microsecond=0) + MINUTE
    while is_quiet(end, hours, zone):
        end += MINUTE
    return end
