"""Who may play, where and how often. Counts are read under the lock of the game's run."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from api.domains.promotions.games.errors import (
    AlreadyPlayed,
    PlaceNeeded,
    ReceiptNeeded,
    TeamNeeded,
    TermsNeeded,
    TooManyPlays,
    TooYoung,
    WrongCountry,
    WrongPlace,
)
from api.domains.promotions.games.public_schemas import Answers, Position
from api.domains.promotions.games.schemas import Gates, Limits, TeamDraft
from api.kit.coordinates import distance_km

MAX_ACCURACY_M = 1000.0
"""A position with a larger possible error is treated as missing."""


@dataclass(frozen=True)
class Left:
    """How often somebody can still play, and when they can play again; None means no limit."""

    plays: int | None
    again_at: datetime | None


def check_gates(gates: Gates, limits: Limits, answers: Answers, country: str | None) -> None:
    """Check that somebody may play. An unknown country is not one of the allowed countries.

    Raises:
        TooYoung, WrongCountry, TermsNeeded, ReceiptNeeded: a condition is not met.
    """
    if gates.min_age is not None and (answers.age is None or answers.age < gates.min_age):
        raise TooYoung
    if gates.countries:
        known = country or (answers.country.upper() if answers.country else None)
        if known not in gates.countries:
            raise WrongCountry
    if gates.terms_version is not None and answers.terms_version != gates.terms_version:
        raise TermsNeeded(terms_version=gates.terms_version)
    if limits.per_receipt is not None and not answers.receipt:
        raise ReceiptNeeded


def check_team(teams: Sequence[TeamDraft], team: str | None) -> str | None:
    """Return the player's team; None if the game has no teams.

    Raises:
        TeamNeeded: it is not one of the teams.
    """
    if not teams:
        return None
    if team not in {it.key for it in teams}:
        raise TeamNeeded
    return team


def place_of(gates: Gates, position: Position | None) -> str | None:
    """Return the place at which the player is; None if the game can be played everywhere.

    Raises:
        PlaceNeeded: there is no position, or it is too inaccurate.
        WrongPlace: the position is at none of the places.
    """
    if not gates.places:
        return None
    if position is None or position.accuracy is None or position.accuracy > MAX_ACCURACY_M:
        raise PlaceNeeded
    at = (position.latitude, position.longitude)
    nearest = min(
        gates.places,
        key=lambda it: distance_km(*at, it.latitude, it.longitude) * 1000 - it.radius_m,
    )
    metres = distance_km(*at, nearest.latitude, nearest.longitude) * 1000
    if metres > nearest.radius_m:
        raise WrongPlace
    return nearest.key


def left_of(limits: Limits, plays: int, day_plays: int, today: date, zone: ZoneInfo) -> Left:
    """Return how often somebody can still play, given their plays so far, in total and today."""
    in_all = None if limits.per_person is None else max(0, limits.per_person - plays)
    in_day = None if limits.per_person_day is None else max(0, limits.per_person_day - day_plays)
    left = min((it for it in (in_all, in_day) if it is not None), default=None)
    waits = in_day == 0 and in_all != 0
    return Left(left, next_day(today, zone) if waits else None)


def next_day(today: date, zone: ZoneInfo) -> datetime:
    """Return the start of the next day in a time zone."""
    return datetime.combine(today + timedelta(days=1), time(), zone).astimezone(UTC)


def check_player(left: Left) -> None:
    """Check that a player has plays left.

    Raises:
        AlreadyPlayed: no plays are left; it includes the time from which they can play again, if there is one.
    """
    if left.plays == 0:
        again = left.again_at.isoformat() if left.again_at else None
        raise AlreadyPlayed(again_at=again)


def count_played(
    limits: Limits, stored: Mapping[str, Any], today: date, place: str | None, again_at: datetime
) -> dict[str, int]:
    """Return the counts of plays with one more: in total, of the day, and of the place on that day. Counts of other
    days are dropped.

    Raises:
        TooManyPlays: the game allows no more.
    """
    day = today.isoformat()
    here = f"{day}/{place}"
    counts = Counter(
        {name: n for name, n in stored.items() if name == "all" or name.startswith(day)}
    )
    if limits.in_all is not None and counts["all"] >= limits.in_all:
        raise TooManyPlays(again_at=None)
    is_full = limits.per_day is not None and counts[day] >= limits.per_day
    if limits.per_place_day is not None and (place is None or counts[here] >= limits.per_place_day):
        is_full = True
    if is_full:
        raise TooManyPlays(again_at=again_at.isoformat())
    counts.update(["all", day] if place is None else ["all", day, here])
    return dict(counts)
