"""When each receiver gets a campaign: pure functions of schedule, time zone and receiver."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from api.domains.people.consents.quiet_hours import QuietRule, first_allowed

QuietChoice = Literal["defer", "skip"]
EARLIEST_ZONE = timedelta(hours=14)
"""By how much the clocks that are furthest ahead are ahead of UTC."""
_SECOND = timedelta(seconds=1)


class Timing(NamedTuple):
    """A schedule as its campaign runs: from a moment on, or at a local time of each receiver."""

    start: datetime
    local: datetime | None
    """Date and time without a zone; None if everybody gets it from `start` on."""
    spread: timedelta
    quiet: QuietChoice
    at_best_hour: bool = False
    """From `start` on, when clocks show an hour at which the receiver is usually seen."""


def shown_first(local: datetime, zone: ZoneInfo) -> datetime:
    """The first moment, in UTC, at which the clocks of a zone show this time or a later one.

    A time that is shown twice counts the first time. Where clocks are put forward over it, it is the moment of the
    jump.
    """
    late = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if late.astimezone(zone).replace(tzinfo=None) == local:
        return late
    # Clocks never show it: before the jump they are behind it, afterwards beyond.
    early = local.replace(tzinfo=zone, fold=1).astimezone(UTC)
    while late - early > _SECOND:
        middle = (early + (late - early) / 2).replace(microsecond=0)
        if middle.astimezone(zone).replace(tzinfo=None) < local:
            early = middle
        else:
            late = middle
    return late


def next_hour(start: datetime, hour: int, zone: ZoneInfo) -> datetime:
    """The first moment from `start` on, in UTC, at which the clocks of a zone show this hour.

    Where clocks are put forward over the whole hour, it is the moment of the jump.
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
    """Hours of the day on the clocks of a zone, from that in which most was seen; of equal ones the earlier is first.

    `seen`: how much by hour (its beginning). Hours in which nothing was seen are left out.
    """
    counts: Counter[int] = Counter()
    for moment, count in seen.items():
        counts[moment.astimezone(zone).hour] += count
    return sorted(counts, key=lambda hour: (-counts[hour], hour))


def first_start(local: datetime) -> datetime:
    """When the first clocks on earth show a local time, in UTC."""
    return local.replace(tzinfo=UTC) - EARLIEST_ZONE


def share_of(*name: str) -> float:
    """A number from 0 up to 1 that is always the same for a name, and evenly spread over names."""
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
    """When a receiver in a time zone gets the message, in UTC; None if it falls into quiet hours and is skipped.

    `share` of the spread passes first. What is past already is due now. Quiet hours defer it to their end. At best hours
    it is the first of `hours` that is not quiet, and the start if there are none.
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
