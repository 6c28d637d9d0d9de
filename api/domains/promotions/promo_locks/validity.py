"""Whether a promo code opens a lock. The functions are pure; checking and using apply the same rules in the
same order.
"""

from datetime import datetime

from api.domains.promotions.promo_locks.types import Location, PromoState, Reason, Terms
from api.kit.coordinates import distance_km


def refusal(
    terms: Terms,
    *,
    withdrawn: bool,
    used: int,
    used_by_customer: int,
    location: Location | None,
    now: datetime,
) -> Reason | None:
    """Return why this promo code does not open its lock for this customer now; None if it does."""
    if withdrawn:
        return Reason.WITHDRAWN
    if terms.starts_at is not None and now < terms.starts_at:
        return Reason.NOT_YET
    if terms.ends_at is not None and now >= terms.ends_at:
        return Reason.OVER
    if terms.max_uses is not None and used >= terms.max_uses:
        return Reason.USED_UP
    if terms.uses_per_customer is not None and used_by_customer >= terms.uses_per_customer:
        return Reason.USED_BY_YOU
    if terms.place is not None:
        if location is None:
            return Reason.NO_LOCATION
        away = distance_m(terms.place, location)
        if away > terms.radius_m:
            is_rough = location.accuracy_m > terms.radius_m
            may_be_there = away - location.accuracy_m <= terms.radius_m
            return Reason.TOO_ROUGH if is_rough and may_be_there else Reason.TOO_FAR
    return None


def state(terms: Terms, *, withdrawn: bool, used: int, now: datetime) -> PromoState:
    """Return the state of a promo code as members see it."""
    if withdrawn:
        return PromoState.WITHDRAWN
    if terms.ends_at is not None and now >= terms.ends_at:
        return PromoState.OVER
    if terms.max_uses is not None and used >= terms.max_uses:
        return PromoState.USED_UP
    if terms.starts_at is not None and now < terms.starts_at:
        return PromoState.NOT_YET
    return PromoState.OPEN


def distance_m(one: Location, other: Location) -> float:
    """Return the distance in metres between two points on the ground."""
    return 1000 * distance_km(one.latitude, one.longitude, other.latitude, other.longitude)
