"""The plan of a game: all that decides its draws, in the one spelling that is hashed and published."""

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
    """How one prize is drawn. None: no limit."""

    prize_id: str
    name: str
    odds_ppm: int = 0
    """Its chance in each draw, in parts per million."""
    stock: int | None = None
    moments: int = 0
    """How many of the stock are won by winning moments; the rest by odds."""
    spread: str = "even"
    """Where the moments are: `even` or `random`, both by the weights of the hours."""
    paced: bool = False
    """Whether what is drawn by odds keeps to its share of the schedule."""
    catch_up: int = 1
    """By how much its odds grow at most while fewer were won than its share of the schedule."""
    per_person: int | None = None
    per_day: int | None = None
    per_place: int | None = None
    min_score: int | None = None
    """The score from which it can be won."""
    is_consolation: bool = False
    """Given to everybody who wins nothing else."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides draws."""

    game_id: str
    kind: str
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    prizes: tuple[PrizePlan, ...]
    hours: tuple[int, ...] = ()
    """Weights of the 24 hours of the day; none: all alike."""
    wins_per_person: int | None = None
    """How many prizes one player can win; consolation prizes do not count."""
    at_end_of_stock: str = "go_on"
    """`go_on` or `end`: whether the game is over once nothing but consolation prizes is left."""
    algorithm: str = field(default=ALGORITHM)

    @cached_property
    def text(self) -> str:
        """The canonical text: sorted keys, no spaces, times in UTC."""
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
        """The day of the game's time zone."""
        return at.astimezone(self.zone).date().isoformat()

    def due(self, at: datetime) -> dict[str, int]:
        """How many of each prize the schedule has set free at an instant, of those that keep to it."""
        found = {}
        for it in self.prizes:
            paced = it.stock - it.moments if it.paced and it.stock is not None else 0
            if it.moments or paced:
                found[it.prize_id] = self.curve.share(it.moments + paced, at)
        return found

    def moments(self, seed: bytes) -> dict[str, Sequence[datetime]]:
        """The winning moments of each prize."""
        return {
            it.prize_id: winning_moments(seed, it.prize_id, it.moments, it.spread, self.curve)
            for it in self.prizes
            if it.moments
        }


def read_plan(text: str) -> Plan:
    """The plan of a canonical text.

    Raises:
        ValueError: it is none.
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
    """JSON with sorted keys and no spaces."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def utc(at: datetime) -> str:
    """An instant as plans and logs spell it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")
