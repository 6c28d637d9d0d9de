"""The counters of a reward: in all, by day, by code, and by place and day; each with its limit."""

from collections.abc import Mapping, Set
from datetime import datetime
from zoneinfo import ZoneInfo

from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.schemas import RewardPlace

TOTAL = "total"


def places_of(reward: Reward) -> list[RewardPlace]:
    """The places with a stock of their own."""
    return [RewardPlace.model_validate(it) for it in reward.stock_by_place]


def is_at_place(reward: Reward, places: Set[str]) -> bool:
    """Whether one of these places has the reward; all have one without a stock by place."""
    known = places_of(reward)
    return not known or any(it.key in places for it in known)


def limits_of(
    reward: Reward, code_id: str | None, places: Set[str], today: str
) -> Mapping[str, int | None]:
    """What is counted for one at this code now, by counter. Always in this order, the most wanted counter last: so
    no two requests wait for each other.
    """
    limits: dict[str, int | None] = {}
    if code_id is not None:
        limits[f"code:{code_id}"] = reward.stock_by_code.get(code_id)
    here = sorted((it for it in places_of(reward) if it.key in places), key=lambda it: it.key)
    for place in here:
        limits[place.key] = place.stock
        limits[place_day(place.key, today)] = place.stock_per_day
    limits[today] = reward.stock_per_day
    limits[TOTAL] = reward.stock
    return limits


def day_scope(now: datetime, time_zone: str) -> str:
    """The counter of the day that a moment belongs to in the organisation's zone."""
    return f"day:{now.astimezone(ZoneInfo(time_zone)):%Y-%m-%d}"


def place_day(key: str, today: str) -> str:
    """The counter of a place on a day."""
    return f"{today} {key}"
