"""Date ranges: a preset becomes a half-open pair of UTC instants, in the organisation's time zone.

`start` is in the range, `end` is not. SQL never contains a local time, only these instants and the edges of the series.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)

OPTIONS: tuple[tuple[str, str], ...] = (
    ("Today", "1day"),
    ("Last 24 hour", "24hour"),
    ("Yesterday", "-1day"),
    ("This week", "1week"),
    ("Last 7 days", "7day"),
    ("This month", "1month"),
    ("Last 30 days", "30day"),
    ("Last 90 days", "90day"),
    ("This year", "1year"),
    ("All time", "all"),
    *((month.capitalize(), month) for month in MONTHS),
)
"""Label and value of every preset, in the order of the picker."""

WEEK_STARTS = {"monday": 0, "saturday": 5, "sunday": 6}
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2100, 1, 1, tzinfo=UTC)
_FARTHEST_ZONE = timedelta(hours=14)
"""The most by which midnight in a time zone differs from midnight in UTC."""


class Granularity(StrEnum):
    """Width of one point of a series. All but the first two follow the local calendar."""

    QUARTER_HOUR = "15min"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class RangeError(ValueError):
    """An invalid range. `field` names the value to correct."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True)
class Range:
    """Half-open: `start` ≤ t < `end`, both with time zone UTC."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.start > self.end:
            raise RangeError("to", "The end of the range comes before its start")

    def __contains__(self, moment: datetime) -> bool:
        return self.start <= moment < self.end

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def zone_of(name: str) -> ZoneInfo:
    """Return the IANA zone called `name`.

    Raises:
        RangeError: there is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        raise RangeError("time_zone", f"Unknown time zone {name!r}") from unknown


def local_midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the first instant of the local `day`, in UTC.

    A midnight that a clock change skips becomes the first instant after the gap. Of a midnight that occurs twice, the
    earlier one is used. A day that a zone skips entirely starts where the next one does.
    """
    naive = datetime.combine(day, time())
    early = naive.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if early.astimezone(zone).replace(tzinfo=None) == naive:
        return early
    late = naive.replace(tzinfo=zone, fold=1).astimezone(UTC)
    low, high = sorted((early, late))
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        if middle.astimezone(zone).replace(tzinfo=None) < naive:
            low = middle
        else:
            high = middle
    return high.replace(microsecond=0)


def resolve(
    interval: str,
    now: datetime,
    zone: ZoneInfo,
    week_start: str = "monday",
    first_event: datetime | None = None,
) -> Range:
    """Return the range of a preset at the instant `now`.

    Ranges that include today end with the local day, so that they do not move while numbers grow, but `24hour` rolls. A
    month name means its latest occurrence that has begun. `all` starts with the local day of the first event.

    Raises:
        RangeError: there is no such preset or no such week start.
    """
    now = now.astimezone(UTC)
    today = now.astimezone(zone).date()
    tomorrow = local_midnight(today + timedelta(days=1), zone)

    def since(day: date) -> Range:
        return Range(local_midnight(day, zone), tomorrow)

    if interval == "24hour":
        return Range(now - timedelta(hours=24), now)
    if interval == "1day":
        return since(today)
    if interval == "-1day":
        return Range(local_midnight(today - timedelta(days=1), zone), local_midnight(today, zone))
    if interval == "1week":
        return since(week_of(today, week_start))
    if interval in ("7day", "30day", "90day"):
        return since(today - timedelta(days=int(interval.removesuffix("day")) - 1))
    if interval == "1month":
        return since(today.replace(day=1))
    if interval == "1year":
        return since(today.replace(month=1, day=1))
    if interval == "all":
        return since(min(first_event or now, now).astimezone(zone).date())
    if interval in MONTHS:
        month = MONTHS.index(interval) + 1
        first = date(today.year if month <= today.month else today.year - 1, month, 1)
        end = local_midnight(next_month(first), zone)
        return Range(local_midnight(first, zone), min(end, tomorrow))
    known = ", ".join(value for _, value in OPTIONS)
    raise RangeError("interval", f"Unknown interval {interval!r}; one of {known}")


def week_of(day: date, week_start: str) -> date:
    """Return the first day of the week that contains `day`."""
    if week_start not in WEEK_STARTS:
        raise RangeError("week_start", f"A week starts on {', '.join(WEEK_STARTS)}")
    return day - timedelta(days=(day.weekday() - WEEK_STARTS[week_start]) % 7)


def next_month(day: date) -> date:
    """Return the first day of the month after that of `day`."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def custom(start: datetime, end: datetime) -> Range:
    """Return a range between two instants.

    The first and the last of these days begin and end at midnight in any time zone; what lies beyond them in UTC is
    left out.

    Raises:
        RangeError: an instant is outside 1900 to 2099, or the end is not after the start.
    """
    for field, moment in (("from", start), ("to", end)):
        if not EARLIEST - _FARTHEST_ZONE <= moment.astimezone(UTC) <= LATEST + _FARTHEST_ZONE:
            raise RangeError(field, "A date lies between 1900-01-01 and 2099-12-31")
    first, last = max(start.astimezone(UTC), EARLIEST), min(end.astimezone(UTC), LATEST)
    if last <= first:
        raise RangeError("to", "The end of the range must come after its start")
    return Range(first, last)


def previous(current: Range, now: datetime, interval: str | None, zone: ZoneInfo) -> Range:
    """Return the preceding period, up to the point that the current one has reached.

    Calendar presets are compared with the same part of the preceding calendar period (a month to date with the previous
    month up to the same number of days and the same local time), full local days with the same number of days before
    them, and all other ranges with the period of equal length that ends where they start. A range that is still running
    is compared only as far as `now`.
    """
    reached = min(current.end, max(now.astimezone(UTC), current.start))
    first = current.start.astimezone(zone).date()
    day = _first_day_before(current, interval, zone)
    if day is None:
        start = max(current.start - current.length, EARLIEST)
        end = start + (reached - current.start)
    else:
        start = max(local_midnight(day, zone), EARLIEST)
        end = _on_day(reached, reached.astimezone(zone).date() - (first - day), zone)
    return Range(start, min(max(start, end), current.start))


class Comparison(StrEnum):
    """The period with which a range is compared."""

    PREVIOUS = "previous"
    YEAR = "year"
    NONE = "none"


def compared(
    how: Comparison, current: Range, now: datetime, interval: str | None, zone: ZoneInfo
) -> Range | None:
    """Return the range with which the current one is compared, if any."""
    if how is Comparison.NONE:
        return None
    if how is Comparison.YEAR:
        return year_before(current, now, zone)
    return previous(current, now, interval, zone)


def year_before(current: Range, now: datetime, zone: ZoneInfo) -> Range:
    """Return the same period of the previous year by local time, up to the point that the current one has reached.

    The 29th of February is compared with the 28th.
    """
    end = min(current.end, max(now.astimezone(UTC), current.start))
    start, until = (_year_earlier(edge, zone) for edge in (current.start, end))
    return Range(start, max(until, start))


def _year_earlier(moment: datetime, zone: ZoneInfo) -> datetime:
    local = moment.astimezone(zone)
    is_leap_day = (local.month, local.day) == (2, 29)
    day = local.date().replace(year=local.year - 1, day=28 if is_leap_day else local.day)
    return max(_on_day(moment, day, zone), EARLIEST)


def _on_day(moment: datetime, day: date, zone: ZoneInfo) -> datetime:
    """Return the instant on another local day that has the same local time as `moment`."""
    local = moment.astimezone(zone)
    if moment == local_midnight(local.date(), zone):
        return local_midnight(day, zone)
    return datetime.combine(day, local.time(), zone).replace(fold=local.fold).astimezone(UTC)


def _first_day_before(current: Range, interval: str | None, zone: ZoneInfo) -> date | None:
    """Return the first local day of the preceding period, or None if it does not consist of local days."""
    first = current.start.astimezone(zone).date()
    if interval in ("1month", *MONTHS):
        return (first - timedelta(days=1)).replace(day=1)
    if interval == "1year":
        return first.replace(year=first.year - 1)
    days = {"1day": 1, "-1day": 1, "1week": 7, "7day": 7, "30day": 30, "90day": 90}
    if interval in days:
        return first - timedelta(days=days[interval])
    last = current.end.astimezone(zone).date()
    if (current.start, current.end) == (local_midnight(first, zone), local_midnight(last, zone)):
        return first - (last - first)
    return None


def granularity_for(current: Range) -> Granularity:
    """Return the granularity that gives a readable number of points."""
    days = current.length / timedelta(days=1)
    if days <= 2.1:
        return Granularity.HOUR
    if days <= 100:
        return Granularity.DAY
    if days <= 400:
        return Granularity.WEEK
    return Granularity.MONTH


def edges(
    current: Range, granularity: Granularity, zone: ZoneInfo, week_start: str = "monday"
) -> list[datetime]:
    """Return the start of each point of a series in UTC, beginning with the start of the range.

    Points begin where units of the local calendar do, so only the first and the last may be shorter.
    """
    starts = [current.start]
    for edge in _calendar(current.start, granularity, zone, week_start):
        if edge >= current.end:
            break
        if edge > starts[-1]:
            starts.append(edge)
    return starts


def _calendar(
    start: datetime, granularity: Granularity, zone: ZoneInfo, week_start: str
) -> Iterator[datetime]:
    if granularity in (Granularity.QUARTER_HOUR, Granularity.HOUR):
        width = timedelta(minutes=15 if granularity is Granularity.QUARTER_HOUR else 60)
        edge = start
        while True:
            # Computed each time, because a clock change may be half an hour.
            offset = edge.astimezone(zone).utcoffset() or timedelta()
            edge += width - (edge + offset - EARLIEST) % width
            yield edge
    day = start.astimezone(zone).date()
    if granularity is Granularity.WEEK:
        day = week_of(day, week_start)
    elif granularity is Granularity.MONTH:
        day = day.replace(day=1)
    while True:
        if granularity is Granularity.MONTH:
            day = next_month(day)
        else:
            day += timedelta(days=7 if granularity is Granularity.WEEK else 1)
        yield local_midnight(day, zone)
