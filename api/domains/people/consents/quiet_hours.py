"""Quiet hours: times of day at which nothing is sent, in the time zone of who gets it."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


class QuietHours(NamedTuple):
    """From a time of day until another one, which may be on the next day."""

    start: time
    end: time


class QuietRule(NamedTuple):
    """Quiet hours of every day, and whole days of the week (Monday is 0) that are quiet."""

    hours: QuietHours
    days: frozenset[int] = frozenset()


MOST_DAYS = 9
"""Rules that leave no time within so many days leave none at all."""


def first_allowed(moment: datetime, rules: Sequence[QuietRule], zone: ZoneInfo) -> datetime | None:
    """The first moment from `moment` on that none of the rules calls quiet, in UTC; None if they leave none."""
    found = moment.astimezone(UTC)
    latest = found + timedelta(days=MOST_DAYS)
    while found < latest:
        ends = [end for it in rules if (end := _end_of_rule(found, it, zone)) is not None]
        if not ends:
            return found
        found = max(ends)
    return None


def _end_of_rule(moment: datetime, rule: QuietRule, zone: ZoneInfo) -> datetime | None:
    """When the rule's day or hours end that `moment` lies in; None if it is not quiet by it."""
    local = moment.astimezone(zone)
    if local.weekday() in rule.days:
        midnight = datetime.combine(local.date() + timedelta(days=1), time(0), zone)
        end = max(midnight.astimezone(UTC), moment.astimezone(UTC) + MINUTE)
        # Where clocks are put back over midnight, the day is shown again.
        while end.astimezone(zone).date() <= local.date():
            end += MINUTE
        return end
    return end_of_quiet(moment, rule.hours, zone)


def is_quiet(moment: datetime, hours: QuietHours, zone: ZoneInfo) -> bool:
    """Whether the clock of the time zone shows a quiet time."""
    shown = moment.astimezone(zone).time()
    if hours.start < hours.end:
        return hours.start <= shown < hours.end
    return shown >= hours.start or shown < hours.end


def end_of_quiet(moment: datetime, hours: QuietHours, zone: ZoneInfo) -> datetime | None:
    """The first minute from `moment` on that is not quiet, in UTC; None if `moment` is not.

    Where clocks are put forward over the end, the hours end at the jump; where they are put back, the clock shows
    an hour again, and it is quiet again or not.
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
    # Clocks change before the end: times of day may be shown twice or never.
    end = moment.astimezone(UTC).replace(second=0, microsecond=0) + MINUTE
    while is_quiet(end, hours, zone):
        end += MINUTE
    return end
