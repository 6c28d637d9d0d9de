"""The types of analytics queries: scope, metrics, dimensions, filters, granularity and answers.

`QueryScope` holds the fields that all queries share. `Question` adds metrics, a series and breakdowns;
`ReportQuestion` (`warehouse/reports/question.py`) adds a report. Both are built in
`api/domains/insights/analytics/query_scopes.py`.
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
    "BreakdownRow",
    "Dimension",
    "Filter",
    "Groups",
    "Metrics",
    "Point",
    "Property",
    "QueryScope",
    "QueryScopeFields",
    "Question",
    "QuestionError",
    "ValidityPeriod",
    "columns_of",
    "filters_of_codes",
    "parse_dimension",
    "parse_filters",
]


@dataclass(frozen=True)
class ValidityPeriod:
    """A period in which a code belonged to the same groups.

    `name` replaces the code's ID while events are counted.
    """

    code_id: str
    start: datetime
    end: datetime
    name: str


class QueryScopeFields(TypedDict):
    """The fields of `QueryScope` as typed keyword arguments."""

    org_id: str
    current: Range
    previous: Range | None
    zone: ZoneInfo
    week_start: str
    filters: tuple[Filter, ...]
    group_by: tuple[AnyDimension, ...]
    include_bots: bool
    at_event_time: bool
    code_groups: Groups
    validity_periods: tuple[ValidityPeriod, ...]


@dataclass(frozen=True, kw_only=True)
class QueryScope:
    """Defines which events of one organisation a query counts, and how it groups them.

    `filters`: by columns of the lake. A filter by a group of codes is expanded to the codes. `at_event_time`: use
    groups and names as they were when each event happened. `validity_periods` then lists the codes whose groups
    changed, and `code_groups` and `filters` use the names of these periods.
    """

    org_id: str
    current: Range
    previous: Range | None = None
    zone: ZoneInfo
    week_start: str = "monday"
    filters: tuple[Filter, ...] = ()
    group_by: tuple[AnyDimension, ...] = ()
    include_bots: bool = False
    at_event_time: bool = False
    code_groups: Groups = field(default_factory=dict)
    validity_periods: tuple[ValidityPeriod, ...] = ()

    def scope_fields(self) -> QueryScopeFields:
        """Return the fields of the scope, from which another kind of question can be built."""
        return QueryScopeFields(
            org_id=self.org_id,
            current=self.current,
            previous=self.previous,
            zone=self.zone,
            week_start=self.week_start,
            filters=self.filters,
            group_by=self.group_by,
            include_bots=self.include_bots,
            at_event_time=self.at_event_time,
            code_groups=self.code_groups,
            validity_periods=self.validity_periods,
        )


@dataclass(frozen=True, kw_only=True)
class Question(QueryScope):
    """A query for metrics: totals, a series and breakdowns.

    `edges`: start of each point of the series in UTC, of which the first is the start of the range.
    """

    granularity: Granularity
    edges: tuple[datetime, ...]
    breakdown_limit: int = 100
    metrics: frozenset[str] | None = None
    """The metrics to compute. All others are 0. None computes every metric."""

    def wants(self, *metrics: str) -> bool:
        """Return whether any of these metrics should be computed."""
        return self.metrics is None or not self.metrics.isdisjoint(metrics)

    @property
    def needs_people(self) -> bool:
        """Return whether distinct people must be counted, which is half of the work."""
        return self.wants(*(name for name, metric in METRICS.items() if not metric.is_additive))

    @cached_property
    def code_ids_by_period(self) -> Mapping[str, str]:
        """Return the code ID by the name of its validity period."""
        return {period.name: period.code_id for period in self.validity_periods}

    def keys_of(self, column: str, value: str) -> list[tuple[str, str]]:
        """Return the (dimension, key) pairs to which a column's value is added, for the dimensions of `group_by`."""
        key = self.code_ids_by_period.get(value, value)
        return [
            (name, key if groups is None else groups.get(value, ""))
            for name, groups in self._dimensions_by_column.get(column, ())
        ]

    @cached_property
    def _dimensions_by_column(self) -> Mapping[str, Sequence[tuple[str, Mapping[str, str] | None]]]:
        """Return the dimensions of `group_by` by column. Dimensions that group codes have their group by code ID."""
        by_column: dict[str, list[tuple[str, Mapping[str, str] | None]]] = {}
        for dimension in self.group_by:
            groups = self.code_groups.get(dimension, {}) if dimension.is_of_codes else None
            by_column.setdefault(dimension.column, []).append((dimension.value, groups))
        return by_column

    @property
    def edges_are_days(self) -> bool:
        """Return whether every point of the series starts at local midnight."""
        return self.granularity in (Granularity.DAY, Granularity.WEEK, Granularity.MONTH)

    def point_index(self, moment: datetime) -> int:
        """Return the index of the point of the series that contains `moment`."""
        return max(bisect_right(self.edges, moment) - 1, 0)


@dataclass(frozen=True)
class Point:
    """One point of a series."""

    at: datetime
    metrics: Metrics


@dataclass(frozen=True)
class BreakdownRow:
    """One value of a dimension. The empty key means unknown."""

    key: str
    metrics: Metrics


@dataclass(frozen=True)
class Answer:
    """The result of a `Question`. `as_of`: arrival of the organisation's newest event, if any."""

    totals: Metrics
    previous: Metrics | None
    series: tuple[Point, ...]
    breakdowns: Mapping[AnyDimension, tuple[BreakdownRow, ...]]
    as_of: datetime | None
    tail_events: int
