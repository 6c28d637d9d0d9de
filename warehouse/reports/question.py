"""What is asked of a report, checked against its declaration, and what is answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from warehouse.date_ranges import WEEK_STARTS, Range
from warehouse.models.catalogue import marts
from warehouse.queries.language import Dimension, Filter, QuestionError, Stretch
from warehouse.reports.catalogue import TOTAL, Report, ReportColumn
from warehouse.schemas import DIMENSIONS

MAX_ROWS = 10_000
"""Rows of one page of an answer; exports read them all as a stream."""


@dataclass(frozen=True)
class PlacedCode:
    """Where a code hangs, in words, and since when there is such a code."""

    code_id: str
    placement: str
    since: datetime


@dataclass(frozen=True)
class ReportQuestion:
    """One organisation's report. `filters`: by dimensions of events, not by groups of codes.

    `code_groups`: group by code id, for each dimension that says something of a code as it is now.
    `broken_codes`: those that lead, or may lead, to an address that does not answer.
    `placed_codes`: those that hang somewhere now.
    """

    org_id: str
    report: Report
    span: Range
    zone: ZoneInfo
    filters: tuple[Filter, ...] = ()
    group_by: str = ""
    sort: tuple[str, ...] = ()
    limit: int = 100
    offset: int = 0
    include_bots: bool = False
    code_groups: Mapping[Dimension, Mapping[str, str]] = field(default_factory=dict)
    broken_codes: frozenset[str] = frozenset()
    placed_codes: tuple[PlacedCode, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    """Of codes whose groups are asked for as they were; filters and groups then speak of their names."""
    week_start: str = "monday"
    is_then: bool = False
    """Whether things are named as they were at the end of the range."""

    @property
    def week_shift(self) -> int:
        """Days by which the organisation's week begins before Monday."""
        return -WEEK_STARTS[self.week_start] % 7

    @property
    def dimension(self) -> Dimension | None:
        """What `key` is, if rows are split."""
        return Dimension(self.group_by) if self.group_by not in ("", TOTAL) else None


@dataclass(frozen=True)
class ReportAnswer:
    """Rows of a report. `total`: how many there are beyond the page; `as_of`: arrival of the newest
    event that was counted."""

    columns: tuple[ReportColumn, ...]
    rows: list[dict[str, Any]]
    total: int
    as_of: datetime | None
    tail_events: int


def parse_group_by(report: Report, asked: str | None) -> str:
    """What the report's rows are split by: what was asked for, or its default.

    Raises:
        QuestionError: the report cannot be split so.
    """
    if asked is None:
        return report.group_by[0] if report.group_by else ""
    if asked not in report.group_by:
        known = ", ".join(report.group_by) or "nothing"
        raise QuestionError("group_by", f"This report can be split by {known}")
    return asked


def has_dimensions(report: Report) -> bool:
    """Whether a mart of the report knows where events came from, so that it can be filtered."""
    return any(
        {column.name for column in marts()[name].columns}.issuperset(DIMENSIONS)
        for name in report.marts
    )


def check_filters(report: Report, filters: Sequence[Filter]) -> None:
    """Refuse filters where no mart of the report could apply them, rather than leave them out.

    Raises:
        QuestionError: the report cannot be filtered.
    """
    if filters and not has_dimensions(report):
        raise QuestionError("filters", "This report can't be filtered")


def parse_sort(report: Report, asked: Sequence[str] | None) -> tuple[str, ...]:
    """The order of rows: columns of the report, a leading `-` for the highest first.

    Raises:
        QuestionError: the report has no such column.
    """
    chosen = tuple(asked or ()) or report.sort
    for name in chosen:
        if report.column(name.removeprefix("-")) is None:
            known = ", ".join(column.name for column in report.columns)
            raise QuestionError("sort", f"Unknown column {name[:64]!r}; one of {known}")
    return chosen


def order_sql(report: Report, sort: Sequence[str]) -> str:
    """`order by` of columns that were checked; the report's key makes it total, so that pages fit."""
    names = [(name.removeprefix("-"), name.startswith("-")) for name in sort]
    names += [(name, False) for name in report.key if name not in {known for known, _ in names}]
    return ", ".join(f'"{name}" {"desc" if falls else "asc"} nulls last' for name, falls in names)
