"""How prizes are spread over a game's schedule: evenly, or by the hour of the day where the game takes place."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from api.domains.promotions.games.draw import fraction

_QUARTER = timedelta(minutes=15)
_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BITS = 64


class Curve:
    """The weight of a schedule up to each point in time, in integers, so that it is the same on every machine.

    Hours are in the game's time zone: an hour that a clock change repeats counts twice, and a skipped one does not
    count.
    """

    def __init__(self, starts: Sequence[int], weights: Sequence[int], end: int) -> None:
        self._starts, self._weights, self._end = starts, weights, end
        self._before = [0]
        for start, following, weight in zip(starts, [*starts[1:], end], weights, strict=True):
            self._before.append(self._before[-1] + weight * (following - start))
        self.total = self._before[-1]

    def weight_at(self, at: datetime) -> int:
        """Return the weight from the start to a point in time, out of `total`."""
        moment = _microseconds(at)
        if moment >= self._end:
            return self.total
        place = bisect_right(self._starts, moment) - 1
        if place < 0:
            return 0
        return self._before[place] + self._weights[place] * (moment - self._starts[place])

    def share(self, amount: int, at: datetime) -> int:
        """Return how many of `amount` are due at a point in time, rounded down."""
        return amount * self.weight_at(at) // self.total

    def instant(self, position: int) -> datetime:
        """Return the first point in time at which a position, from 0 to 2^64 - 1 of the whole weight, has been
        reached.
        """
        wanted = position * self.total >> _BITS
        place = bisect_right(self._before, wanted) - 1
        weight = self._weights[place]
        into = -(-(wanted - self._before[place]) // weight)
        return _EPOCH + (self._starts[place] + into) * _MICROSECOND


@lru_cache(maxsize=256)
def curve_of(
    starts_at: datetime, ends_at: datetime, time_zone: str, hours: tuple[int, ...] = ()
) -> Curve:
    """Return the curve of a schedule. `hours` are the weights of the 24 hours of the day; if empty, all are equal."""
    start, end = _microseconds(starts_at), _microseconds(ends_at)
    if not hours:
        return Curve([start], [1], end)
    zone = ZoneInfo(time_zone)
    starts: list[int] = []
    weights: list[int] = []
    at = starts_at.astimezone(UTC)
    # Every time zone differs from UTC by a multiple of 15 minutes.
    quarter = at - timedelta(minutes=at.minute % 15, seconds=at.second, microseconds=at.microsecond)
    while quarter < ends_at:
        weight = hours[quarter.astimezone(zone).hour]
        if not weights or weights[-1] != weight:
            starts.append(max(start, _microseconds(quarter)))
            weights.append(weight)
        quarter += _QUARTER
    return Curve(starts, weights, end)


def winning_moments(
    seed: bytes, prize_id: str, count: int, spread: str, curve: Curve
) -> list[datetime]:
    """Return the times from which prizes can be won, in order. They follow from the seed.

    `even` places one moment at random within each of `count` equal parts of the weight. `random` places each moment
    anywhere.
    """
    places = [fraction(seed, "moment", prize_id, str(it)) for it in range(count)]
    if spread == "even":
        places = [((it << _BITS) + place) // count for it, place in enumerate(places)]
    return sorted(curve.instant(place) for place in places)


def _microseconds(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND
