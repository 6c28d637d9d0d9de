"""Quiet hours: times of day at which nothing is sent, in the time zone of who gets it."""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


class QuietHours(NamedTuple):
    """From a time of day until another one, which may be on the next day."""

    start: time
    end: time


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
