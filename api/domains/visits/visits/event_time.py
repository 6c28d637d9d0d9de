"""The time that the sender of an event reports: accepted, corrected or refused."""

from datetime import datetime, timedelta

OLDEST_BELIEVED = timedelta(days=7)
"""Phones queue events while they are offline. Marts are kept open for at most a week."""
FUTURE_BELIEVED = timedelta(minutes=5)
OLDEST_POSSIBLE = timedelta(days=366)
FUTURE_POSSIBLE = timedelta(days=2)


class ImpossibleTime(ValueError):
    """The time is implausible: a clock that is years off, or a typing error."""


def occurred_at(claimed: datetime | None, now: datetime) -> datetime:
    """Return the time to record. Times of inaccurate clocks are corrected to `now`, and implausible ones raise
    ImpossibleTime.
    """
    if claimed is None:
        return now
    if claimed < now - OLDEST_POSSIBLE or claimed > now + FUTURE_POSSIBLE:
        raise ImpossibleTime("is too far from now to be the time of this event")
    if claimed < now - OLDEST_BELIEVED or claimed > now + FUTURE_BELIEVED:
        return now
    return claimed
