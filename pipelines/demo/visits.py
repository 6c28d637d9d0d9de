"""Visits of codes: when they happen and who makes them, as columns of equal length.

These are not events yet. All draws come from the generator that is passed in, so that the same seed and day give the
same visits.
"""

from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta
from typing import Self
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from pipelines.demo.agents import BOTS, PEOPLE, PREVIEWS
from pipelines.demo.traffic import RAIN_FIRST, RAIN_LAST, RAIN_LOSS, Traffic

DAYS = 90
AGENTS = (*PEOPLE, *BOTS, *PREVIEWS)
SECOND = 1_000_000
DAY = 86_400 * SECOND

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Visits:
    """One row per visit. Codes, agents and places are indices. Times are microseconds since 1970."""

    code: Ints
    at: Ints
    visitor: Ints
    """The person: one number each, whether or not the person has a cookie."""
    agent: Ints
    place: Ints
    accepts_cookie: NDArray[np.bool_]
    is_head: NDArray[np.bool_]
    draw: Floats
    """A number in [0, 1) for each person, for everything else that differs between people."""

    def take(self, rows: NDArray[np.bool_] | Ints) -> Self:
        """Return the visits in these rows."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    @classmethod
    def concat(cls, parts: "list[Visits]") -> "Visits":
        """Return the visits of all parts."""
        return cls(
            *(
                np.concatenate([getattr(part, field.name) for part in parts])
                for field in fields(cls)
            )
        )


@dataclass(frozen=True, slots=True)
class Window:
    """The simulated days: `DAYS` before `today`, and today, in one time zone."""

    today: date
    zone: ZoneInfo

    @property
    def days(self) -> list[date]:
        return [self.today - timedelta(days=ago) for ago in range(DAYS, -1, -1)]

    def hour_starts(self) -> Ints:
        """Return the start of each local hour of each day, in UTC, with shape (days, 24)."""
        starts = [
            [
                datetime(day.year, day.month, day.day, hour, tzinfo=self.zone).timestamp()
                for hour in range(24)
            ]
            for day in self.days
        ]
        return (np.array(starts) * SECOND).astype(np.int64)


def expected_scans(
    traffic: Traffic, created: int, until: int | None, window: Window, rng: np.random.Generator
) -> Floats:
    """Return the expected number of scans of one code in each hour, with shape (days, 24)."""
    ago = np.arange(DAYS, -1, -1)
    level = traffic.daily * (1 - traffic.growth * ago / DAYS)
    level *= np.clip((created - ago + 1) / 5, 0, 1)
    if until is not None:
        level *= np.where(ago > until, 1.0, 0.16)
    rain = (ago <= RAIN_FIRST) & (ago >= RAIN_LAST)
    level *= np.where(rain, 1 - RAIN_LOSS * traffic.weather, 1.0)
    for burst in traffic.bursts:
        since = burst.start - ago
        inside = (since >= 0) & (since < burst.length)
        fading = 1 + (burst.factor - 1) * np.exp(-2.2 * np.maximum(since, 0) / burst.length)
        level *= np.where(inside, fading, 1.0)
    level *= rng.lognormal(-0.006, 0.11, level.size)
    shares = np.array(
        [
            traffic.rhythm.hours(day.weekday()) * traffic.rhythm.days[day.weekday()]
            for day in window.days
        ]
    )
    hourly: Floats = level[:, None] * shares
    return hourly


def people_scans(
    traffic: tuple[Traffic, ...],
    expected: list[Floats],
    places: dict[str, tuple[Ints, Floats]],
    window: Window,
    rng: np.random.Generator,
) -> Visits:
    """Return the scans of people for all codes of one organisation, in order of time."""
    hour_starts = window.hour_starts().ravel()
    parts: list[Visits] = []
    first_visitor = 0
    for name, (place_ids, place_weights) in places.items():
        codes = [index for index, entry in enumerate(traffic) if entry.place == name]
        code_parts, at_parts = [], []
        for index in codes:
            counts = rng.poisson(expected[index].ravel())
            at = np.repeat(hour_starts, counts)
            at_parts.append(at + rng.integers(0, 3600 * SECOND, at.size))
            code_parts.append(np.full(at.size, index, dtype=np.int64))
        at, code = np.concatenate(at_parts), np.concatenate(code_parts)
        order = np.argsort(at, kind="stable")
        at, code = at[order], code[order]
        returning = np.array([entry.returning for entry in traffic])[code]
        person = regulars(returning, rng)
        parts.append(
            Visits(
                code=code,
                at=at,
                visitor=person + first_visitor,
                agent=_pick(np.array([agent.weight for agent in PEOPLE]), at.size, rng)[person],
                place=place_ids[_pick(place_weights, at.size, rng)][person],
                accepts_cookie=(rng.random(at.size) >= 0.17)[person],
                is_head=np.zeros(at.size, dtype=np.bool_),
                draw=rng.random(at.size)[person],
            )
        )
        first_visitor += at.size
    return Visits.concat(parts)


def regulars(returning: Floats, rng: np.random.Generator) -> Ints:
    """Return who makes each of these visits: the index of the person's first visit.

    A visit is made either by somebody new, or by anyone who made an earlier visit, with later ones more likely. So
    frequent visitors are more likely to visit again, and visits per person follow a power law (Yule and Simon).
    """
    count = returning.size
    own = np.arange(count)
    before = own + 800  # the first visits may be made by people who came before the simulated days
    earlier = own - 1 - np.floor(before * rng.random(count) ** 1.7).astype(np.int64)
    first: Ints = np.where((rng.random(count) < returning) & (earlier >= 0), earlier, own)
    while True:
        followed = first[first]
        if np.array_equal(followed, first):
            return first
        first = followed


def with_repeats(scans: Visits, rng: np.random.Generator) -> Visits:
    """Add scans that somebody repeats within minutes: a reload, a second look, a shaky hand."""
    repeated = scans.take(rng.random(scans.at.size) < 0.055)
    later = (rng.gamma(1.2, 240, repeated.at.size) + 3) * SECOND
    again = replace(repeated, at=repeated.at + later.astype(np.int64))
    return Visits.concat([scans, again])


def machine_scans(
    people: Visits, data_centres: tuple[Ints, Floats], rng: np.random.Generator
) -> Visits:
    """Return the scans of bots, at all hours, and of link previews, right before people scan links that were shared."""
    bots, previews = int(people.at.size * 0.034), int(people.at.size * 0.011)
    copied = rng.integers(0, people.at.size, bots)
    popular = people.code[copied]
    bot_at = people.at[copied] + rng.integers(0, DAY, bots)
    shared = rng.integers(0, people.at.size, previews)
    preview_at = people.at[shared] - rng.integers(2, 4 * 3600, previews) * SECOND
    agent = np.concatenate(
        [
            len(PEOPLE) + _pick(np.array([entry.weight for entry in BOTS]), bots, rng),
            len(PEOPLE)
            + len(BOTS)
            + _pick(np.array([entry.weight for entry in PREVIEWS]), previews, rng),
        ]
    )
    count = bots + previews
    place_ids, place_weights = data_centres
    host = rng.integers(0, 24, count)  # a few machines make most of the bot scans
    return Visits(
        code=np.concatenate([popular, people.code[shared]]),
        at=np.concatenate([bot_at, preview_at]),
        visitor=10_000_000 + agent * 100 + host,
        agent=agent,
        place=place_ids[_pick(place_weights, 24, rng)[host]],
        accepts_cookie=np.zeros(count, dtype=np.bool_),
        is_head=(np.arange(count) < bots) & (rng.random(count) < 0.22),
        draw=rng.random(count),
    )


def _pick(weights: Floats, count: int, rng: np.random.Generator) -> Ints:
    return rng.choice(weights.size, count, p=weights / weights.sum()).astype(np.int64)
