"""When a report is due and which period it covers, in local time. All functions are pure."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Range, local_midnight, week_of

Cadence = Literal["day", "week", "month"]


@dataclass(frozen=True)
class Timetable:
    """Each day, each week on a weekday (0 is Monday), or each month on a day, at a given hour."""

    cadence: Cadence
    hour: int
    weekday: int = 0
    month_day: int = 1

    def is_on(self, day: date) -> bool:
        """Return whether a report is due on this day. In a shorter month it is due on the last day."""
        if self.cadence == "week":
            return day.weekday() == self.weekday
        if self.cadence == "month":
            return day.day == min(self.month_day, monthrange(day.year, day.month)[1])
        return True


def local_hour(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """Return the instant of a local hour, in UTC.

    An hour that a clock change skips is shifted by the change. If an hour occurs twice, the earlier one is used.
    """
    return datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)


def next_run(timetable: Timetable, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the first time after `after` at which a report is due."""
    day = after.astimezone(zone).date() - timedelta(days=1)
    while True:
        if timetable.is_on(day):
            moment = local_hour(day, timetable.hour, zone)
            if moment > after:
                return moment
        day += timedelta(days=1)


def period_of(cadence: Cadence, run_at: datetime, zone: ZoneInfo, week_start: str) -> Range:
    """Return the period of a report that is due at this time: the last complete day, week or month."""
    today = run_at.astimezone(zone).date()
    if cadence == "day":
        first, end = today - timedelta(days=1), today
    elif cadence == "week":
        end = week_of(today, week_start)
        first = end - timedelta(days=7)
    else:
        end = today.replace(day=1)
        first = (end - timedelta(days=1)).replace(day=1)
    return Range(local_midnight(first, zone), local_midnight(end, zone))
