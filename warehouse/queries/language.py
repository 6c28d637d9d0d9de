"""The one language of every answer: metrics by dimensions, filters, range and granularity."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Granularity, Range

MAX_VALUES = 100
MAX_VALUE_LENGTH = 512


class QuestionError(ValueError):
    """A question that cannot be asked; `field` names what to mend."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class Dimension(StrEnum):
    """What a number may be split or filtered by, as callers spell it; `column` is the lake's."""

    CODE = "code"
    PAGE = "page"
    CAMPAIGN = "campaign"
    COUNTRY = "country"
    REGION = "region"
    CITY = "city"
    DEVICE = "device"
    SYSTEM = "system"
    BROWSER = "browser"
    LANGUAGE = "language"
    REFERRER = "referrer"
    UTM_SOURCE = "utm_source"
    UTM_MEDIUM = "utm_medium"
    UTM_CAMPAIGN = "utm_campaign"
    UTM_TERM = "utm_term"
    UTM_CONTENT = "utm_content"
    FOLDER = "folder"
    PLACEMENT = "placement"
    HOUR_BY_WEEKDAY = "hour_by_weekday"

    @property
    def column(self) -> str:
        """The lake's column that it is, or is made of."""
        if self in GROUPS_OF_CODES:
            return "code_id"
        return f"{self.value}_id" if self.value in ("code", "page", "campaign") else self.value


GROUPS_OF_CODES = (Dimension.FOLDER, Dimension.PLACEMENT)
"""Dimensions that say something of a code as it is now: where it is filed, where it hangs."""


def columns_of(dimensions: Iterable[Dimension]) -> list[str]:
    """The lake's columns that these dimensions need, each once."""
    stored = (one for one in dimensions if one is not Dimension.HOUR_BY_WEEKDAY)
    return list(dict.fromkeys(one.column for one in stored))


@dataclass(frozen=True)
class Filter:
    """Rows whose `dimension` is one of `only` (if any is given) and none of `never`.

    The empty text stands for a value that is not known.
    """

    dimension: Dimension
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


def parse_dimension(name: str, field: str) -> Dimension:
    """The dimension called `name`.

    Raises:
        QuestionError: there is none.
    """
    try:
        return Dimension(name)
    except ValueError as unknown:
        known = ", ".join(Dimension)
        raise QuestionError(field, f"Unknown dimension {name[:64]!r}; one of {known}") from unknown


def parse_filters(raw: Mapping[str, Sequence[str]]) -> tuple[Filter, ...]:
    """Filters as callers write them: `{"country": ["US", "-CA"]}`; a leading `-` excludes.

    Raises:
        QuestionError: an unknown dimension, too many values or one too long.
    """
    filters = []
    for name, values in raw.items():
        field = f"filters.{name[:64]}"
        dimension = parse_dimension(name, field)
        if dimension is Dimension.HOUR_BY_WEEKDAY:
            raise QuestionError(field, "Hours can be listed, not filtered by")
        if len(values) > MAX_VALUES:
            raise QuestionError(field, f"At most {MAX_VALUES} values")
        if any(len(value) > MAX_VALUE_LENGTH or "\x00" in value for value in values):
            raise QuestionError(field, f"A value has at most {MAX_VALUE_LENGTH} characters")
        never = tuple(value[1:] for value in values if value.startswith("-"))
        only = tuple(value for value in values if not value.startswith("-"))
        if only or never:
            filters.append(Filter(dimension, only, never))
    return tuple(filters)


def filters_of_codes(
    filters: Sequence[Filter], groups: Mapping[Dimension, Mapping[str, str]]
) -> tuple[Filter, ...]:
    """The same filters, those by a group of codes said by the codes themselves.

    `groups`: group by code id, for each dimension that is one; codes that are missing are in none,
    which the empty text stands for.
    """
    said = []
    for one in filters:
        if one.dimension not in GROUPS_OF_CODES:
            said.append(one)
            continue
        known = groups.get(one.dimension, {})
        if one.only:
            said.append(_codes_in(known, one.only))
        if one.never:
            said.append(_codes_not_in(known, one.never))
    return tuple(said)


def _codes_in(known: Mapping[str, str], groups: tuple[str, ...]) -> Filter:
    if "" in groups:
        others = tuple(code for code, group in known.items() if group not in groups)
        return Filter(Dimension.CODE, never=others or (NO_CODE,))
    codes = tuple(code for code, group in known.items() if group in groups)
    return Filter(Dimension.CODE, only=codes or (NO_CODE,))


def _codes_not_in(known: Mapping[str, str], groups: tuple[str, ...]) -> Filter:
    if "" in groups:
        codes = tuple(code for code, group in known.items() if group not in groups)
        return Filter(Dimension.CODE, only=codes or (NO_CODE,))
    others = tuple(code for code, group in known.items() if group in groups)
    return Filter(Dimension.CODE, never=others or (NO_CODE,))


NO_CODE = "no code"
"""What no code is called, so that a group that holds none has no events, rather than all."""


@dataclass(frozen=True)
class Stretch:
    """A time through which a code belonged to the same groups, and the name it is counted under."""

    code_id: str
    start: datetime
    end: datetime
    name: str


@dataclass(frozen=True)
class Question:
    """What is asked of one organisation's events.

    `edges`: start of each point of the series, in UTC, the first being the range's start.
    `stretches`: of codes whose groups are asked for as they were and changed meanwhile; `code_groups`
    and `filters` then speak of the stretches' names.
    """

    org_id: str
    current: Range
    previous: Range | None
    zone: ZoneInfo
    granularity: Granularity
    edges: tuple[datetime, ...]
    filters: tuple[Filter, ...] = ()
    group_by: tuple[Dimension, ...] = ()
    include_bots: bool = False
    breakdown_limit: int = 100
    code_groups: Mapping[Dimension, Mapping[str, str]] = field(default_factory=dict)
    stretches: tuple[Stretch, ...] = ()

    @cached_property
    def codes_of_stretches(self) -> Mapping[str, str]:
        """Code id by the name of each stretch."""
        return {one.name: one.code_id for one in self.stretches}

    def keys_of(self, column: str, value: str) -> list[tuple[str, str]]:
        """(dimension, key) of each dimension asked for that this value of a column belongs to."""
        own = self.codes_of_stretches.get(value, value)
        return [
            (name, own if groups is None else groups.get(value, ""))
            for name, groups in self._asked_of.get(column, ())
        ]

    @cached_property
    def _asked_of(self) -> Mapping[str, Sequence[tuple[str, Mapping[str, str] | None]]]:
        """By column, the dimensions asked for that are made of it, and the group of each code."""
        asked: dict[str, list[tuple[str, Mapping[str, str] | None]]] = {}
        for one in self.group_by:
            groups = self.code_groups.get(one, {}) if one in GROUPS_OF_CODES else None
            asked.setdefault(one.column, []).append((one.value, groups))
        return asked

    @property
    def edges_are_days(self) -> bool:
        """Whether every point of the series begins with a local day."""
        return self.granularity in (Granularity.DAY, Granularity.WEEK, Granularity.MONTH)

    def place_of(self, moment: datetime) -> int:
        """Number of the point of the series that holds `moment`."""
        return max(bisect_right(self.edges, moment) - 1, 0)


@dataclass(frozen=True)
class Metrics:
    """The numbers of one range, point or value. `definitions` says what each means."""

    scans: int = 0
    people: int = 0
    new: int = 0
    returning: int = 0
    visits: int = 0
    views: int = 0
    submits: int = 0
    votes: int = 0
    plays: int = 0
    redemptions: int = 0
    bots: int = 0


DEFINITIONS: Mapping[str, str] = {
    "scans": "Every time a code was opened, repeats included. Bots and link previews count only when they are switched on.",
    "people": "Different visitors who scanned: by a first-party cookie where the visitor allows one, otherwise by a hash that changes every day. Exact below 10,000; above, an estimate with a standard error of 1.6 %.",
    "new": "People whose first scan that ever reached you falls into this range.",
    "returning": "People who had scanned before this range's first scan of theirs: people less new people.",
    "visits": "Scans that are not a repeat of the same visitor on the same code within 30 minutes.",
    "views": "Pages, clicks and other actions that a visitor's browser reported.",
    "submits": "Forms sent.",
    "votes": "Votes cast.",
    "plays": "Games played.",
    "redemptions": "Promo codes, one-time codes, rewards and prizes used.",
    "bots": "Openings by crawlers, scripts and link previews in this range, whether shown or not.",
}


@dataclass(frozen=True)
class Point:
    """One point of a series."""

    at: datetime
    metrics: Metrics


@dataclass(frozen=True)
class BreakdownRow:
    """One value of a dimension; the empty key stands for not known."""

    key: str
    metrics: Metrics


@dataclass(frozen=True)
class Answer:
    """What the warehouse says. `as_of`: arrival of the newest event it has seen, if any."""

    totals: Metrics
    previous: Metrics | None
    series: tuple[Point, ...]
    breakdowns: Mapping[Dimension, tuple[BreakdownRow, ...]]
    people_method: str
    people_error: float
    as_of: datetime | None
    tail_events: int
