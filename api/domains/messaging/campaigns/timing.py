"""When each recipient gets a campaign, as pure functions of schedule, time zone and recipient."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from api.domains.people.consents.quiet_hours import QuietRule, first_allowed

QuietChoice = Literal["defer", "skip"]
EARLIEST_ZONE = timedelta(hours=14)
"""The largest offset of a time zone from UTC."""
_SECOND = timedelta(seconds=1)


class Timing(NamedTuple):
    """The schedule of a running campaign: from a point in time on, or at a local time of each recipient."""

    start: datetime
    local: datetime | None
    """Date and time without a time zone; None if everyone gets it from `start` on."""
    spread: timedelta
    quiet: QuietChoice
    at_best_hour: bool = False
    """Whether each recipient gets it after `start`, at a local hour at which they are usually active."""


def shown_first(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment, in UTC, at which clocks in a zone show this time or a later one.

    If a time occurs twice, the first occurrence counts. If clocks are put forward past it, it is the moment of the
    change.
    """
    late = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if late.astimezone(zone).replace(tzinfo=None) == local:
        return late
    # Clocks never show it: they are behind it before the change, and past it afterwards.
    early = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    while late - early > _SECOND:
        middle = (early + (late - early) / 2).replace(microsecond=0)
        if middle.astimezone(zone).replace(tzinfo=None) < local:
            early = middle
        else:
            late = middle
    return late


def next_hour(start: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """Return the first moment from `start` on, in UTC, at which clocks in a zone show this hour.

    If clocks are put forward past the whole hour, it is the moment of the change.
    """
    day = start.astimezone(zone).date()
    if start.astimezone(zone).hour == hour:
        return start.astimezone(UTC)
    while True:
        shown = shown_first(datetime.combine(day, time(hour)), zone)
        if shown >= start:
            return shown
        day += timedelta(days=1)


def hours_by_use(seen: Mapping[datetime, int], zone: ZoneInfo) -> list[int]:
    """Return the hours of the day in a zone by activity, highest first. Of equal hours, the earlier comes first.

    `seen` contains the activity by hour (its beginning). Hours without any activity are left out.
    """
    counts: Counter[int] = Counter()
    for moment, count in seen.items():
        counts[moment.astimezone(zone).hour] += count
    return sorted(counts, key=lambda hour: (-counts[hour], hour))


def first_start(local: datetime) -> datetime:
    """Return when the first clocks on Earth show a local time, in UTC."""
    return local.replace(tzinfo=UTC) - EARLIEST_ZONE


def share_of(*name: str) -> float:
    """Return a number from 0 up to, but not including, 1. It is always the same for a name, and evenly distributed over
    names.
    """
    digest = hashlib.sha256("\n".join(name).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def due_for(
    timing: Timing,
    zone: ZoneInfo,
    share: float,
    rules: Sequence[QuietRule],
    now: datetime,
    hours: Sequence[int] = (),
) -> datetime | None:
    """Return when a recipient in a time zone gets the message, in UTC, or None if that is in quiet hours and the
    message is skipped.

    The start is delayed by `share` of the spread. A time in the past means now. Quiet hours defer it to their end. At
    best hours, it is the first of `hours` outside quiet hours, or the start if `hours` is empty.
    """
    planned = timing.start if timing.local is None else shown_first(timing.local, zone)
    if timing.at_best_hour:
        start = max(timing.start, now)
        best = (next_hour(start, it, zone) + timing.spread * share for it in hours)
        loud = (it for it in best if first_allowed(it, rules, zone) == it)
        first = next_hour(start, hours[0], zone) if hours else start
        planned = next(loud, first)
        return _or_quiet(planned, timing.quiet, rules, zone)
    return _or_quiet(max(planned + timing.spread * share, now), timing.quiet, rules, zone)


def _or_quiet(
    due: datetime, quiet: QuietChoice, rules: Sequence[QuietRule], zone: ZoneInfo
) -> datetime | None:
    end = first_allowed(due, rules, zone)
    return end if end == due or quiet == "defer" else None
