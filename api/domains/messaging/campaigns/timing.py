"""When each receiver gets a campaign: pure functions of schedule, time zone and receiver."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
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
) -> datetime | None:
    """When a receiver in a time zone gets the message, in UTC; None if it falls into quiet hours and is skipped.

    `share` of the spread passes first. What is past already is due now. Quiet hours defer it to their end.
    """
    planned = timing.start if timing.local is None else shown_first(timing.local, zone)
    due = max(planned + timing.spread * share, now)
    end = first_allowed(due, rules, zone)
    return end if end == due or timing.quiet == "defer" else None
