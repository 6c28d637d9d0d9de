"""The counters of a reward: in total, by day, by code, and by place and day; each with its limit."""

from collections.abc import Mapping, Set
from datetime import datetime
from zoneinfo import ZoneInfo

from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.schemas import RewardPlace

TOTAL = "total"


def places_of(reward: Reward) -> list[RewardPlace]:
    """Return the places that have their own stock."""
    return [RewardPlace.model_validate(it) for it in reward.stock_by_place]


def is_at_place(reward: Reward, places: Set[str]) -> bool:
    """Return whether one of these places has the reward; without a stock by place, every place has it."""
    known = places_of(reward)
    return not known or any(it.key in places for it in known)


def limits_of(
    reward: Reward, code_id: str | None, places: Set[str], today: str
) -> Mapping[str, int | None]:
    """Return the limit of each counter for one item at this code now. The order is always the same, with the most
    contended counter last, so that no two requests deadlock.
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
    """Return the counter of the day to which a time belongs in the organisation's time zone."""
    return f"day:{now.astimezone(ZoneInfo(time_zone)):%Y-%m-%d}"


def place_day(key: str, today: str) -> str:
    """Return the counter of a place on a day."""
    return f"{today} {key}"
