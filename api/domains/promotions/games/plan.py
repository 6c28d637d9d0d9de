"""The plan of a game: everything that determines its draws, in the canonical form that is hashed and published."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from api.domains.promotions.games.draw import ALGORITHM
from api.domains.promotions.games.pacing import Curve, curve_of, winning_moments


@dataclass(frozen=True)
class PrizePlan:
    """How one prize is drawn. None means no limit."""

    prize_id: str
    name: str
    odds_ppm: int = 0
    """The chance in each draw, in parts per million."""
    stock: int | None = None
    moments: int = 0
    """The part of the stock that is won by winning moments; the rest is won by odds."""
    spread: str = "even"
    """The distribution of the winning moments: `even` or `random`, both weighted by hour."""
    paced: bool = False
    """Whether prizes drawn by odds keep within their share of the schedule."""
    catch_up: int = 1
    """The largest factor by which the odds grow while fewer were won than the schedule's share."""
    per_person: int | None = None
    per_day: int | None = None
    per_place: int | None = None
    min_score: int | None = None
    """The lowest score with which the prize can be won."""
    is_consolation: bool = False
    """Whether everyone who wins nothing else gets this prize."""


@dataclass(frozen=True)
class Plan:
    """Everything that determines the draws of a game."""

    game_id: str
    kind: str
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    prizes: tuple[PrizePlan, ...]
    hours: tuple[int, ...] = ()
    """The weights of the 24 hours of the day; if empty, all are equal."""
    wins_per_person: int | None = None
    """The number of prizes that one player can win, without consolation prizes."""
    at_end_of_stock: str = "go_on"
    """`go_on` or `end`: whether the game ends once only consolation prizes are left."""
    algorithm: str = field(default=ALGORITHM)

    @cached_property
    def text(self) -> str:
        """Return the canonical text: sorted keys, no spaces, times in UTC."""
        return canonical(
            {**asdict(self), "starts_at": utc(self.starts_at), "ends_at": utc(self.ends_at)}
        )

    @cached_property
    def curve(self) -> Curve:
        return curve_of(self.starts_at, self.ends_at, self.time_zone, self.hours)

    @cached_property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def day(self, at: datetime) -> str:
        """Return the date in the game's time zone."""
        return at.astimezone(self.zone).date().isoformat()

    def due(self, at: datetime) -> dict[str, int]:
        """Return how many of each prize the schedule has released by a point in time, for prizes that follow it."""
        found = {}
        for it in self.prizes:
            paced = it.stock - it.moments if it.paced and it.stock is not None else 0
            if it.moments or paced:
                found[it.prize_id] = self.curve.share(it.moments + paced, at)
        return found

    def moments(self, seed: bytes) -> dict[str, Sequence[datetime]]:
        """Return the winning moments of each prize."""
        return {
            it.prize_id: winning_moments(seed, it.prize_id, it.moments, it.spread, self.curve)
            for it in self.prizes
            if it.moments
        }


def read_plan(text: str) -> Plan:
    """Parse a plan from its canonical text.

    Raises:
        ValueError: the text is not a plan.
    """
    try:
        values: dict[str, Any] = json.loads(text)
        values["prizes"] = tuple(PrizePlan(**it) for it in values["prizes"])
        values["hours"] = tuple(values["hours"])
        for name in ("starts_at", "ends_at"):
            values[name] = datetime.fromisoformat(values[name])
        plan = Plan(**values)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a plan: {error}") from error
    if plan.text != text:
        raise ValueError("not in the canonical spelling")
    return plan


def canonical(values: Any) -> str:
    """Return JSON with sorted keys and no spaces."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def utc(at: datetime) -> str:
    """Return a time in the format of plans and logs."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
