"""The one language of every answer: metrics by dimensions, filters, range, comparison and granularity.

`Asked` is what every question says, whatever its answer looks like; `Question` asks for numbers, a report's
question (`warehouse/reports/question.py`) for rows. Both are made in one place, `api/domains/insights/analytics/asking.py`.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TypedDict
from zoneinfo import ZoneInfo

from warehouse.date_ranges import Granularity, Range
from warehouse.metrics import DEFINITIONS, METRICS, Metrics
from warehouse.queries.dimensions import (
    GROUPS_OF_CODES,
    AnyDimension,
    Dimension,
    Property,
    QuestionError,
    columns_of,
    parse_dimension,
)
from warehouse.queries.filters import Filter, Groups, filters_of_codes, parse_filters

__all__ = [
    "DEFINITIONS",
    "GROUPS_OF_CODES",
    "Answer",
    "AnyDimension",
    "Asked",
    "AskedArguments",
    "BreakdownRow",
    "Dimension",
    "Filter",
    "Groups",
    "Metrics",
    "Point",
    "Property",
    "Question",
    "QuestionError",
    "Stretch",
    "columns_of",
    "filters_of_codes",
    "parse_dimension",
    "parse_filters",
]


@dataclass(frozen=True)
class Stretch:
    """A time through which a code belonged to the same groups, and the name it is counted under."""

    code_id: str
    start: datetime
    end: datetime
    name: str


class AskedArguments(TypedDict):
    """The fields of `Asked` as keyword arguments, so that each keeps its type on the way."""

    org_id: str
    current: Range
    previous: Range | None
    zone: ZoneInfo
    week_start: str
    filters: tuple[Filter, ...]
    group_by: tuple[AnyDimension, ...]
    include_bots: bool
    is_then: bool
    code_groups: Groups
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What every question says of one organisation's events, whatever its answer looks like.

    `filters`: by columns of the lake; those by groups of codes are said by the codes themselves.
    `is_then`: whether groups and names are those of then; `stretches` are of codes whose groups changed
    meanwhile, and `code_groups` and `filters` then speak of the stretches' names.
    """

    org_id: str
    current: Range
    previous: Range | None = None
    zone: ZoneInfo
    week_start: str = "monday"
    filters: tuple[Filter, ...] = ()
    group_by: tuple[AnyDimension, ...] = ()
    include_bots: bool = False
    is_then: bool = False
    code_groups: Groups = field(default_factory=dict)
    stretches: tuple[Stretch, ...] = ()

    def arguments(self) -> AskedArguments:
        """The arguments that make a question of another kind about the same events."""
        return AskedArguments(
            org_id=self.org_id,
            current=self.current,
            previous=self.previous,
            zone=self.zone,
            week_start=self.week_start,
            filters=self.filters,
            group_by=self.group_by,
            include_bots=self.include_bots,
            is_then=self.is_then,
            code_groups=self.code_groups,
            stretches=self.stretches,
        )


@dataclass(frozen=True, kw_only=True)
class Question(Asked):
    """A question for numbers: totals, a series and breakdowns.

    `edges`: start of each point of the series, in UTC, the first being the range's start.
    """

    granularity: Granularity
    edges: tuple[datetime, ...]
    breakdown_limit: int = 100
    metrics: frozenset[str] | None = None
    """Those that are counted, all others being 0, which saves most of the work; None stands for every one."""

    def wants(self, *metrics: str) -> bool:
        """Whether any of these is to be counted."""
        return self.metrics is None or not self.metrics.isdisjoint(metrics)

    @property
    def needs_people(self) -> bool:
        """Whether people must be told from one another, which is half of the work."""
        return self.wants(*(name for name, one in METRICS.items() if not one.is_additive))

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
            groups = self.code_groups.get(one, {}) if one.is_of_codes else None
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
    breakdowns: Mapping[AnyDimension, tuple[BreakdownRow, ...]]
    as_of: datetime | None
    tail_events: int
