"""Queries that together cover every pair of options.

A query is a preset or a custom range, a time zone, a start of the week, a granularity, some filters, some dimensions to
split by, with or without comparison and bots, over marts that contain none, a part or all of the events, or over marts
built for another time zone.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tests.warehouse.streams import STORE, VALUES
from warehouse.date_ranges import OPTIONS, WEEK_STARTS, Comparison, Granularity
from warehouse.queries.language import AnyDimension, Dimension, Filter

ZONES_ASKED = (
    "UTC",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Africa/Casablanca",
    "Pacific/Chatham",
)
"""With and without clock changes, by an hour and by half an hour, and with offsets that are not whole hours."""

CUSTOM = "custom"
INTERVALS = (*(value for _, value in OPTIONS), CUSTOM)
LONG = {"90day", "1year", "all"}
SHORT = {"24hour", "1day", "-1day", "1week", "7day", CUSTOM}
"""Ranges that quarters of an hour split into fewer points than the limit, whatever the day."""


class Way(StrEnum):
    """How a filter restricts its dimension."""

    ONLY = "only"
    ONLY_AND_UNKNOWN = "only, and not known"
    NEVER = "never"
    NEVER_UNKNOWN = "never not known"
    BOTH = "only and never"


class State(StrEnum):
    """How far the marts have been built, whether finished rows are in a serving copy, and in which time zone days are
    counted.
    """

    RAW = "raw"
    PART = "part"
    BUILT = "built"
    SERVED = "served"
    MOVED = "moved"


@dataclass(frozen=True)
class Asked:
    """One query without its moments. `home`: the time zone in which the marts count days."""

    interval: str
    zone: str
    home: str
    state: State
    week_start: str
    granularity: Granularity
    filters: tuple[tuple[Way, Filter], ...]
    group_by: tuple[AnyDimension, ...]
    compared: Comparison
    include_bots: bool

    def pairs(self) -> set[frozenset[tuple[str, str]]]:
        """Return the pairs of options that this query covers."""
        lines = [
            ("interval", self.interval),
            ("zone", self.zone),
            ("state", self.state),
            ("week start", self.week_start),
            ("granularity", self.granularity),
            ("compared", self.compared),
            ("bots", str(self.include_bots)),
            *(("by", one) for one in self.group_by),
        ]
        found = {frozenset(pair) for pair in itertools.combinations(lines, 2)}
        for way, one in self.filters:
            filtered = (("filter", str(one.dimension)), ("way", str(way)))
            found |= {frozenset((part, other)) for part in filtered for other in lines}
            found.add(frozenset(filtered))
        if not self.filters:
            found |= {frozenset((("filter", "none"), other)) for other in lines}
        return {pair for pair in found if len({kind for kind, _ in pair}) == 2}


def every_pair() -> set[frozenset[tuple[str, str]]]:
    """Return all possible pairs."""
    kinds: dict[str, tuple[str, ...]] = {
        "interval": INTERVALS,
        "zone": ZONES_ASKED,
        "state": tuple(State),
        "week start": tuple(WEEK_STARTS),
        "granularity": tuple(Granularity),
        "compared": tuple(Comparison),
        "bots": ("True", "False"),
        "by": (*Dimension, STORE),
        "filter": (*VALUES, "none"),
        "way": tuple(Way),
    }
    values = [[(kind, str(one)) for one in found] for kind, found in kinds.items()]
    return {
        frozenset(pair)
        for one, other in itertools.combinations(values, 2)
        for pair in itertools.product(one, other)
        if frozenset(pair) not in _IMPOSSIBLE
    }


def _refused(interval: str, granularity: Granularity) -> bool:
    """Return whether such a series may exceed the maximum number of points."""
    if granularity is Granularity.HOUR:
        return interval in LONG
    return granularity is Granularity.QUARTER_HOUR and interval not in SHORT


_IMPOSSIBLE = {frozenset((("filter", "none"), ("way", str(way)))) for way in Way} | {
    frozenset((("interval", interval), ("granularity", str(granularity))))
    for interval in INTERVALS
    for granularity in Granularity
    if _refused(interval, granularity)
}


@lru_cache
def questions() -> tuple[Asked, ...]:
    """Return every preset in every time zone, covering each possible pair at least once."""
    rng = random.Random(20)
    missing, found = every_pair(), list[Asked]()
    places = itertools.product(ZONES_ASKED, INTERVALS)
    while (place := next(places, None)) or missing:
        zone, interval = place or (rng.choice(ZONES_ASKED), _interval_of(missing))
        tries = [_any(rng, zone, interval, missing) for _ in range(8)]
        best = max(tries, key=lambda one: len(one.pairs() & missing))
        missing -= best.pairs()
        found.append(best)
    return tuple(found)


def _interval_of(missing: set[frozenset[tuple[str, str]]]) -> str:
    """Return the range that occurs most in the missing pairs; any range if there are none."""
    lines = Counter(value for pair in missing for kind, value in pair if kind == "interval")
    return min(lines, key=lambda one: (-lines[one], one)) if lines else CUSTOM


def _any(
    rng: random.Random, zone: str, interval: str, missing: set[frozenset[tuple[str, str]]]
) -> Asked:
    """Return a query for this range and time zone, preferring dimensions that it has not been combined with."""
    state = rng.choice(list(State))
    before = ZONES_ASKED[ZONES_ASKED.index(zone) - 1]
    met = ("interval", interval)
    splits = sorted(
        (*Dimension, STORE),
        key=lambda one: (frozenset((met, ("by", str(one)))) not in missing, rng.random()),
    )
    filtered = sorted(
        VALUES,
        key=lambda one: (frozenset((met, ("filter", str(one)))) not in missing, rng.random()),
    )
    filters = [_filter(rng, one) for one in filtered[: rng.choice((0, 4, 4, 4))]]
    return Asked(
        interval=interval,
        zone=zone,
        home=before if state is State.MOVED else zone,
        state=state,
        week_start=rng.choice(list(WEEK_STARTS)),
        granularity=rng.choice([one for one in Granularity if not _refused(interval, one)]),
        filters=tuple(filters),
        group_by=tuple(splits[:4]),
        compared=rng.choice(list(Comparison)),
        include_bots=rng.random() < 0.5,
    )


def _filter(rng: random.Random, dimension: AnyDimension) -> tuple[Way, Filter]:
    """Return a filter of this dimension that passes a good part of the events."""
    way = rng.choice(list(Way))
    values = rng.sample(VALUES[dimension], len(VALUES[dimension]))
    only, never = {
        Way.ONLY: (values[:3], []),
        Way.ONLY_AND_UNKNOWN: (["", *values[:2]], []),
        Way.NEVER: ([], values[:1]),
        Way.NEVER_UNKNOWN: ([], [""]),
        Way.BOTH: (["", *values], values[:1]),
    }[way]
    return way, Filter(dimension, tuple(only), tuple(never))


def missing_pairs(found: tuple[Asked, ...]) -> Iterator[str]:
    """Yield descriptions of the pairs that these queries do not cover."""
    met = {pair for one in found for pair in one.pairs()}
    for pair in every_pair() - met:
        yield " with ".join(sorted(f"{kind} {value}" for kind, value in pair))
