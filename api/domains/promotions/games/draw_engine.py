"""Decides what a play wins. The same code draws for visitors, simulates before the start and verifies afterwards."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from api.domains.promotions.games.draw import draw
from api.domains.promotions.games.plan import Plan, PrizePlan


@dataclass
class Counts:
    """The number of each prize that was won: in total, by winning moments, by day and by place."""

    total: Counter[str] = field(default_factory=Counter)
    by_moment: Counter[str] = field(default_factory=Counter)
    by_day: Counter[str] = field(default_factory=Counter)
    """By day and prize, as `2026-11-28/prize_…`."""
    by_place: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)
    """Prizes that can no longer be won, because what they give has run out."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Counts":
        """Return counts from their stored form."""
        return cls(*(Counter(stored.get(name, {})) for name in cls.__dataclass_fields__))

    def stored(self) -> dict[str, Any]:
        """Return the counts in their stored form."""
        return {name: dict(getattr(self, name)) for name in self.__dataclass_fields__}

    def count(self, won: "Won", day: str, place: str | None) -> None:
        """Count a won prize."""
        self.total[won.prize_id] += 1
        if won.by_moment:
            self.by_moment[won.prize_id] += 1
        self.by_day[f"{day}/{won.prize_id}"] += 1
        if place is not None:
            self.by_place[f"{place}/{won.prize_id}"] += 1

    def take(self, prize_id: str) -> None:
        """Count a prize that was removed from the stock without a play."""
        self.total[prize_id] += 1

    def close(self, prize_id: str) -> None:
        """Make a prize impossible to win from now on."""
        self.closed[prize_id] = 1

    def give_back(self, prize_id: str) -> None:
        """Uncount a returned prize, so that it can be won again. If it was won by a winning moment, that moment is due
        again.
        """
        self.total[prize_id] -= 1
        if self.by_moment[prize_id] > 0:
            self.by_moment[prize_id] -= 1


@dataclass(frozen=True)
class Play:
    """Everything in a play that its draw depends on."""

    number: int
    at: datetime
    player_seed: str = ""
    place: str | None = None
    score: int | None = None


@dataclass(frozen=True)
class Won:
    """The prize that a play won."""

    prize_id: str
    by_moment: bool = False


class Decider:
    """Draws of one game."""

    def __init__(self, plan: Plan, seed: bytes) -> None:
        self.plan = plan
        self._seed = seed
        self._real = [it.prize_id for it in plan.prizes if not it.is_consolation]
        self._consolation = [it for it in plan.prizes if it.is_consolation]
        self._moments: Mapping[str, Sequence[datetime]] = plan.moments(seed)
        self._timed = [
            (it, self._moments[it.prize_id]) for it in plan.prizes if it.prize_id in self._moments
        ]

    def decide(self, play: Play, counts: Counts, own: Mapping[str, int]) -> Won | None:
        """Return what a play wins, given what was won before it and what this player has won. Nothing is counted."""
        most = self.plan.wins_per_person
        may_win = most is None or sum(own.get(it, 0) for it in self._real) < most

        def is_open(it: PrizePlan) -> bool:
            return (it.is_consolation or may_win) and self._is_open(it, play, counts, own)

        due = self._due(play.at, counts, is_open)
        if due is not None:
            return Won(due, by_moment=True)
        drawn = self._drawn(play, counts)
        if drawn is not None and is_open(drawn):
            return Won(drawn.prize_id)
        for it in self._consolation:
            if is_open(it):
                return Won(it.prize_id)
        return None

    def due_moments(self, prize_id: str, at: datetime) -> int:
        """Return how many winning moments of a prize have passed."""
        return bisect_right(self._moments.get(prize_id, ()), at)

    def is_sold_out(self, counts: Counts) -> bool:
        """Return whether only consolation prizes are left."""
        real = [it for it in self.plan.prizes if not it.is_consolation]
        return bool(real) and all(
            counts.closed[it.prize_id]
            or (it.stock is not None and counts.total[it.prize_id] >= it.stock)
            for it in real
        )

    def _is_open(self, it: PrizePlan, play: Play, counts: Counts, own: Mapping[str, int]) -> bool:
        prize_id = it.prize_id
        return (
            (it.stock is None or counts.total[prize_id] < it.stock)
            and prize_id not in counts.closed
            and (it.per_person is None or own.get(prize_id, 0) < it.per_person)
            and (it.min_score is None or (play.score is not None and play.score >= it.min_score))
            and (
                it.per_day is None
                or counts.by_day[f"{self.plan.day(play.at)}/{prize_id}"] < it.per_day
            )
            and (
                it.per_place is None
                or (
                    play.place is not None
                    and counts.by_place[f"{play.place}/{prize_id}"] < it.per_place
                )
            )
        )

    def _due(
        self, at: datetime, counts: Counts, is_open: Callable[[PrizePlan], bool]
    ) -> str | None:
        """Return the open prize whose winning moment has waited longest, or None."""
        waiting = [
            (moments[won], it.prize_id)
            for it, moments in self._timed
            if (won := counts.by_moment[it.prize_id]) < len(moments)
            and moments[won] <= at
            and is_open(it)
        ]
        return min(waiting)[1] if waiting else None

    def _drawn(self, play: Play, counts: Counts) -> PrizePlan | None:
        """Return the prize into whose share of the million the draw falls, if its pace allows; None otherwise."""
        value = draw(self._seed, play.number, play.player_seed)
        for it in self.plan.prizes:
            odds, is_on_pace = self._odds(it, play.at, counts)
            if value < odds:
                return it if is_on_pace else None
            value -= odds
        return None

    def _odds(self, it: PrizePlan, at: datetime, counts: Counts) -> tuple[int, bool]:
        """Return a prize's current odds, and whether its pace allows it to be won."""
        if not it.paced or it.stock is None or not it.odds_ppm:
            return it.odds_ppm, True
        due = self.plan.curve.share(it.stock - it.moments, at)
        won = counts.total[it.prize_id] - counts.by_moment[it.prize_id]
        grown = it.odds_ppm * (due + 1) // (won + 1)
        return max(it.odds_ppm, min(grown, it.odds_ppm * it.catch_up)), won <= due
