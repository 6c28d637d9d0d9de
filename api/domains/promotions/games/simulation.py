"""Simulation of a plan before publication, to show what to expect of it, and checks for what makes a plan
impossible.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from api.domains.promotions.games.draw import ONE_MILLION, fraction
from api.domains.promotions.games.draw_engine import Counts, Decider, Play
from api.domains.promotions.games.plan import Plan

ROUNDS = 100_000
POINTS = 24
_BITS = 64


@dataclass(frozen=True)
class Problem:
    """A problem of a plan."""

    field: str
    message: str
    code: str
    is_warning: bool = False
    """Whether the plan can be published in spite of the problem."""


@dataclass(frozen=True)
class Point:
    """The prizes won up to a point in time."""

    at: datetime
    plays: int
    won: Mapping[str, int]


@dataclass(frozen=True)
class Forecast:
    """What a plan is expected to give away."""

    plays: int
    won: Mapping[str, int]
    winners: int
    sold_out: Mapping[str, datetime]
    """When the last item of a prize is won."""
    curve: list[Point]


def problems_of(plan: Plan, now: datetime) -> list[Problem]:
    """Return the problems that make a plan impossible or doubtful."""
    found = []
    if plan.ends_at <= now:
        found.append(Problem("ends_at", "must be in the future", "past"))
    if not any(not it.is_consolation for it in plan.prizes):
        found.append(
            Problem(
                "prizes", "must include at least one that is not a consolation prize", "no_prizes"
            )
        )
    most = sum(it.odds_ppm * (it.catch_up if it.paced else 1) for it in plan.prizes)
    if most > ONE_MILLION:
        found.append(
            Problem(
                "prizes",
                f"have odds of {most / 10000:g}% in total; at most 100% is possible",
                "odds",
            )
        )
    days = (
        plan.ends_at.astimezone(plan.zone).date() - plan.starts_at.astimezone(plan.zone).date()
    ).days + 1
    for number, it in enumerate(plan.prizes):
        at = f"prizes.{number}"
        if it.is_consolation:
            if it.moments or it.odds_ppm:
                found.append(
                    Problem(f"{at}.odds_ppm", "must be 0 for a consolation prize", "consolation")
                )
            continue
        if not it.odds_ppm and not it.moments:
            found.append(
                Problem(
                    f"{at}.odds_ppm",
                    "and winning moments are 0, so that this prize can never be won",
                    "never",
                )
            )
        if it.moments and (it.stock is None or it.moments > it.stock):
            found.append(
                Problem(f"{at}.moments", "must be at most the stock", "moments_beyond_stock")
            )
        if it.paced and it.stock is None:
            found.append(Problem(f"{at}.stock", "is required for a paced prize", "missing"))
        if it.stock == 0:
            found.append(Problem(f"{at}.stock", "must be at least 1", "no_stock"))
        if it.moments and it.stock == it.moments and it.odds_ppm:
            found.append(
                Problem(
                    f"{at}.odds_ppm",
                    "must be 0, because winning moments use all of the stock",
                    "never",
                )
            )
        if it.stock is not None and it.per_day is not None and it.per_day * days < it.stock:
            found.append(
                Problem(
                    f"{at}.per_day",
                    f"allows at most {it.per_day * days} of {it.stock} to be won",
                    "stock_beyond_caps",
                )
            )
    return found


@lru_cache(maxsize=64)
def simulate(
    plan: Plan, rounds: int = ROUNDS, per_player: int = 1, seed: bytes = b"simulation"
) -> Forecast:
    """Simulate a plan with a seed that is not the real one, spread over the schedule by the weights of its hours.

    The same plan always gives the same forecast, so the result is cached.
    """
    key = hashlib.sha256(seed + plan.text.encode()).digest()
    decider, counts = Decider(plan, key), Counts()
    own: dict[str, int] = {}
    sold_out: dict[str, datetime] = {}
    curve: list[Point] = []
    stock = {it.prize_id: it.stock for it in plan.prizes}
    best = max((it.min_score or 0 for it in plan.prizes), default=0)
    step = max(1, rounds // POINTS)
    winners = 0
    last = plan.ends_at - timedelta(microseconds=1)
    for number in range(1, rounds + 1):
        at = min(last, plan.curve.instant(((number - 1) << _BITS) // rounds))
        # Half of the players of score games reach the highest score that a prize requires.
        score = best if best and fraction(key, "score", str(number)) & 1 else 0
        won = decider.decide(Play(number, at, score=score), counts, own)
        if won is not None:
            winners += 1
            counts.count(won, plan.day(at), None)
            own[won.prize_id] = own.get(won.prize_id, 0) + 1
            if counts.total[won.prize_id] == stock[won.prize_id]:
                sold_out[won.prize_id] = at
        if number % per_player == 0:  # the next player starts
            own = {}
        if number % step == 0 or number == rounds:
            curve.append(Point(at, number, dict(counts.total)))
    return Forecast(rounds, dict(counts.total), winners, sold_out, curve)
