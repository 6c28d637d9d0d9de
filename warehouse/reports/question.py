"""The question for a report, checked against the report's declaration, and its answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from warehouse.date_ranges import WEEK_STARTS, Range, local_midnight, week_of
from warehouse.dimensions import DIMENSIONS
from warehouse.models.catalogue import marts
from warehouse.queries.language import (
    AnyDimension,
    Dimension,
    Filter,
    Property,
    QueryScope,
    QuestionError,
    parse_dimension,
)
from warehouse.reports.catalogue import TOTAL, Report, ReportColumn

MAX_ROWS = 10_000
"""Maximum number of rows on one page of an answer. Exports read all rows as a stream."""
LOOKED_UP = "visitors"
"""The mart that is only used to look up when a visitor was first seen."""


@dataclass(frozen=True)
class PlacedCode:
    """The placement of a code in words, and the time since when the code exists."""

    code_id: str
    placement: str
    since: datetime


@dataclass(frozen=True)
class KnownReward:
    """The current state of a reward: its cost, and who bears it."""

    reward_id: str
    unit: str
    price: int
    cost_cents: int | None
    paid_by: str | None
    is_offered: bool
    """False if it was deleted."""


@dataclass(frozen=True, kw_only=True)
class ReportQuestion(QueryScope):
    """One organisation's report, split by at most one dimension.

    `broken_codes`: codes that lead, or may lead, to an address that does not respond. `placed_codes`: codes that have a
    placement now. `visitor`: only the rows of the visitor with this name. `customer`: only the rows of this customer.
    `merged_customers`: the customer into which another one was merged, by the key of the latter. `known_rewards`: the
    organisation's rewards in their current state, including deleted ones. `preceding_range`: the period before the
    range, for reports that contain their own comparison; by default the period of the same length.
    """

    report: Report
    sort: tuple[str, ...] = ()
    limit: int = 100
    offset: int = 0
    broken_codes: frozenset[str] = frozenset()
    placed_codes: tuple[PlacedCode, ...] = ()
    visitor: str | None = None
    customer: str | None = None
    merged_customers: Mapping[str, str] = field(default_factory=dict)
    known_rewards: tuple[KnownReward, ...] = ()
    preceding_range: Range | None = None

    @property
    def preceding(self) -> Range:
        """Return the period before the range."""
        start, end = self.current.start, self.current.end
        return self.preceding_range or Range(start - (end - start), start)

    @property
    def week_shift(self) -> int:
        """Return by how many days the organisation's week begins before Monday."""
        return -WEEK_STARTS[self.week_start] % 7

    @property
    def cohorts_from(self) -> datetime | None:
        """Return when the first cohort begins, or None if the report has no cohorts or is filtered."""
        if self.report.cohorts is None or self.filters:
            return None
        day = self.current.start.astimezone(self.zone).date()
        is_week = self.report.cohorts == "week"
        first = week_of(day, self.week_start) if is_week else day.replace(day=1)
        return local_midnight(first, self.zone)

    @property
    def dimension(self) -> AnyDimension | None:
        """Return the dimension of `key`, if rows are split."""
        return self.group_by[0] if self.group_by else None

    @property
    def split(self) -> str:
        """Return the name under which callers request the split, or an empty string if the report cannot be split."""
        if self.group_by:
            return self.group_by[0].value
        return TOTAL if self.report.group_by else ""

    def places(self) -> list[PlacedCode]:
        """Return the codes with a placement that match the filters."""
        names = {one.code_id: {one.code_id} for one in self.placed_codes}
        for period in self.validity_periods:
            names.get(period.code_id, set()).add(period.name)
        of_codes = [one for one in self.filters if one.dimension is Dimension.CODE]
        return [
            place
            for place in self.placed_codes
            if any(all(one.matches(name) for one in of_codes) for name in names[place.code_id])
        ]

    @cached_property
    def columns(self) -> tuple[ReportColumn, ...]:
        """The report's columns. In a comparison, each number is followed by its previous value and its change."""
        if self.previous is None:
            return self.report.columns
        numbers = {one.name for one in compared_columns(self.report)}
        found: list[ReportColumn] = []
        for one in self.report.columns:
            found.append(one)
            if one.name in numbers:
                found += (_before(one), _change(one))
        return tuple(found)


@dataclass(frozen=True)
class ReportAnswer:
    """Rows of a report. `total`: the number of all rows, not only those of the page. `as_of`: arrival of the newest
    event that was counted.
    """

    columns: tuple[ReportColumn, ...]
    rows: list[dict[str, Any]]
    total: int
    as_of: datetime | None
    tail_events: int


def parse_group_by(report: Report, asked: str | None) -> tuple[AnyDimension, ...]:
    """Return the dimensions by which the report's rows are split: the requested one or its default, and none for a
    total.

    Reports that can be split by placement can be split by any property of codes.

    Raises:
        QuestionError: the report cannot be split in this way.
    """
    name = asked if asked is not None else next(iter(report.group_by), TOTAL)
    if name.startswith(Property.PREFIX) and Dimension.PLACEMENT.value in report.group_by:
        return (parse_dimension(name, "group_by"),)
    if asked is not None and asked not in report.group_by:
        known = ", ".join(report.group_by) or "nothing"
        raise QuestionError("group_by", f"This report can be split by {known}")
    return () if name == TOTAL else (Dimension(name),)


def visitor_column(report: Report) -> str:
    """Return the column that identifies a visitor.

    Raises:
        QuestionError: the report has no rows of single visitors.
    """
    for name in ("visitor", "player"):
        if report.column(name) is not None:
            return name
    raise QuestionError("visitor", "The rows of this report are not of visitors")


def customer_column(report: Report) -> str:
    """Return the column that identifies a customer.

    Raises:
        QuestionError: the report has no rows of single customers.
    """
    if report.column("customer_id") is None:
        raise QuestionError("customer", "The rows of this report are not of customers")
    return "customer_id"


def filters_of(report: Report) -> list[str]:
    """Return the dimensions by which the report can be filtered, because its marts contain them."""
    kept = _columns_of(report)
    return [
        one.value
        for one in Dimension
        if one is not Dimension.HOUR_BY_WEEKDAY and one.column in kept
    ]


def check_filters(report: Report, filters: Sequence[Filter]) -> None:
    """Refuse a filter that no mart of the report can apply, instead of ignoring it.

    Raises:
        QuestionError: the report cannot be filtered by it. The error names the dimension.
    """
    kept = _columns_of(report)
    for one in filters:
        if one.dimension.column in kept:
            continue
        name = one.dimension.value
        may = f"only by {', '.join(filters_of(report))}" if kept else "nor by anything else"
        raise QuestionError(
            f"filters.{name}",
            f"This report can't be filtered by {name}, which what it counts does not keep, {may}",
        )


def _columns_of(report: Report) -> frozenset[str]:
    """Return the columns of dimensions that some mart of the report has."""
    return frozenset(
        column.name
        for name in report.marts
        for column in marts()[name].columns
        if column.name in DIMENSIONS
    )


def compared_columns(report: Report) -> tuple[ReportColumn, ...]:
    """Return the numbers of the report that can be compared with another range. Empty if its rows go back to the first
    event, whatever the range.
    """
    if any(time is None for mart, time in report.marts.items() if mart != LOOKED_UP):
        return ()
    return tuple(
        one for one in report.columns if one.type == "int64" and one.unit in _COMPARED_UNITS
    )


def check_compared(report: Report, previous: Range | None) -> None:
    """Refuse a comparison without meaning.

    Raises:
        QuestionError: the report has no numbers for another range.
    """
    if previous is not None and not compared_columns(report):
        raise QuestionError(
            "compare", "This report can't be compared: it goes back to the first event in any range"
        )


_COMPARED_UNITS = ("count", "cents", "points")


def _before(column: ReportColumn) -> ReportColumn:
    return replace(
        column,
        name=f"{column.name}_before",
        title=f"{column.title}: before",
        definition=f"The same in the range that is compared with: {column.definition}",
    )


def _change(column: ReportColumn) -> ReportColumn:
    return ReportColumn(
        f"{column.name}_change",
        f"{column.title}: change",
        "double",
        "How much more or less than before, as a share of before; empty where there was nothing",
        "share",
    )


def parse_sort(
    report: Report, asked: Sequence[str] | None, compared: bool = False
) -> tuple[str, ...]:
    """Return the order of rows: columns of the report, with a leading `-` for the highest first.

    Raises:
        QuestionError: the report has no such column.
    """
    chosen = tuple(asked or ()) or report.sort
    more = compared_columns(report) if compared else ()
    names = {one.name for one in report.columns}
    names |= {made(one).name for one in more for made in (_before, _change)}
    for name in chosen:
        if name.removeprefix("-") not in names:
            known = ", ".join(column.name for column in report.columns)
            raise QuestionError("sort", f"Unknown column {name[:64]!r}; one of {known}")
    return chosen


def order_sql(report: Report, sort: Sequence[str]) -> str:
    """Return `order by` for columns that were checked. The report's key makes the order total, so that pages neither
    overlap nor have gaps.
    """
    names = [(name.removeprefix("-"), name.startswith("-")) for name in sort]
    names += [(name, False) for name in report.key if name not in {known for known, _ in names}]
    return ", ".join(f'"{name}" {"desc" if falls else "asc"} nulls last' for name, falls in names)
