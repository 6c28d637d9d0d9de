"""The rules of an organisation's points and stamps: expiry, daily limits, and tiers."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from api.domains.promotions.loyalty.types import Unit
from api.kit.schemas import Schema
from api.kit.visible_text import VISIBLE

TierName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), VISIBLE
]
Days = Annotated[int, Field(ge=1, le=3650)]
Amount = Annotated[int, Field(ge=1, le=1_000_000)]


class Tier(Schema):
    """A tier that customers reach with points."""

    name: TierName
    points: Amount = Field(description="Points to collect within `tier_days`")


class Program(Schema):
    """The loyalty programme of an organisation."""

    stamps_goal: int = Field(10, ge=1, le=50, description="Number of stamps on a full card")
    points_expire_days: Days | None = Field(
        None, description="Days until points expire; null if they do not expire"
    )
    stamps_expire_days: Days | None = Field(
        None, description="Days until stamps expire; null if they do not expire"
    )
    pending_days: int = Field(
        0,
        ge=0,
        le=365,
        description="Days until new points can be spent, for example to allow for returns",
    )
    daily_points: Amount | None = Field(None, description="Cap for points per customer in 24 hours")
    daily_stamps: Amount | None = Field(None, description="Cap for stamps per customer in 24 hours")
    tier_days: Days = Field(365, description="Days for which points count towards a tier")
    grace_days: int = Field(
        30,
        ge=0,
        le=365,
        description="Days for which customers keep a tier after they no longer have enough points",
    )
    tiers: list[Tier] = Field([], max_length=10)

    def available_from(self, unit: Unit, now: datetime) -> datetime:
        """Return when a gain of now can be spent."""
        return now + timedelta(days=self.pending_days) if unit == "points" else now

    def expires_at(self, unit: Unit, now: datetime) -> datetime | None:
        """Return when a gain of now expires; its days are counted from when it can be spent. None if it never
        expires.
        """
        days = self.points_expire_days if unit == "points" else self.stamps_expire_days
        return None if days is None else self.available_from(unit, now) + timedelta(days=days)

    def daily_limit(self, unit: Unit) -> int | None:
        """Return how much of a unit a customer may get in 24 hours; None without a limit."""
        return self.daily_points if unit == "points" else self.daily_stamps


class Earned(NamedTuple):
    """Points that count for tiers."""

    at: datetime
    """When they were given; later undoing or correcting lowers the points of that time."""
    points: int


class TierStatus(NamedTuple):
    """A customer's tier, and what is required for the next one."""

    name: str | None
    points: int
    """The points within the last `tier_days`."""
    next_name: str | None
    next_points: int | None
    """The points that are missing for the next tier."""


def tier_status(program: Program, earned: Iterable[Earned], now: datetime) -> TierStatus:
    """Return the tier for the highest sum of points within `tier_days` at any time in the grace period."""
    window, grace = timedelta(days=program.tier_days), timedelta(days=program.grace_days)
    known = [one for one in earned if one.at <= now]
    starts = now - grace
    moments = [starts, now, *(one.at for one in known if starts <= one.at)]
    best = max(_sum_at(known, moment, window) for moment in moments)
    ordered = sorted(program.tiers, key=lambda tier: tier.points)
    current = _sum_at(known, now, window)
    held = [tier for tier in ordered if tier.points <= best]
    following = next((tier for tier in ordered if tier.points > best), None)
    return TierStatus(
        held[-1].name if held else None,
        current,
        following.name if following else None,
        following.points - current if following else None,
    )


def _sum_at(earned: Sequence[Earned], moment: datetime, window: timedelta) -> int:
    return sum(one.points for one in earned if moment - window < one.at <= moment)
