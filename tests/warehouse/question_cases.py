"""Questions that between them meet every pair of what a question may say.

A question is a preset or a range of its own, a zone, a start of the week, a width of points, some filters,
some dimensions to split by, with or without comparison and bots, asked of marts that hold nothing, a part
or all of what happened, or of marts kept in another zone.
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
"""With and without changes of the clock, by an hour and by half of one, and off the hour."""

CUSTOM = "custom"
INTERVALS = (*(value for _, value in OPTIONS), CUSTOM)
LONG = {"90day", "1year", "all"}
SHORT = {"24hour", "1day", "-1day", "1week", "7day", CUSTOM}
"""Ranges that quarters of an hour cut into fewer points than are refused, whatever the day."""


class Way(StrEnum):
    """What a filter says of its dimension."""

    ONLY = "only"
    ONLY_AND_UNKNOWN = "only, and not known"
    NEVER = "never"
    NEVER_UNKNOWN = "never not known"
    BOTH = "only and never"


class State(StrEnum):
    """How far the marts have got, whether finished rows are in a serving copy, and in which zone days count."""

    RAW = "raw"
    PART = "part"
    BUILT = "built"
    SERVED = "served"
    MOVED = "moved"


@dataclass(frozen=True)
class Asked:
    """One question, but for its moments. `home`: the zone in which the marts count days."""

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
        """What of this question meets what."""
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
    """All pairs that can be."""
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
    """Whether such a series may have more points than are answered."""
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
    """Every preset in every zone, and with them each pair that can be, at least once."""
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
    """The range that most of what is missing speaks of; any, where nothing does."""
    lines = Counter(value for pair in missing for kind, value in pair if kind == "interval")
    return min(lines, key=lambda one: (-lines[one], one)) if lines else CUSTOM


def _any(
    rng: random.Random, zone: str, interval: str, missing: set[frozenset[tuple[str, str]]]
) -> Asked:
    """A question of this range in this zone; dimensions that it has not met before come first."""
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
    """A filter of this dimension that lets through a good part of what there is."""
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
    """What these questions leave out, in words."""
    met = {pair for one in found for pair in one.pairs()}
    for pair in every_pair() - met:
        yield " with ".join(sorted(f"{kind} {value}" for kind, value in pair))
