"""Requests and responses about reports."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from api.domains.insights.analytics.schemas import (
    AS_OF_ANSWERED,
    Answered,
    AskNumbers,
    CompareName,
    DimensionsAsOf,
    VisitorName,
)
from api.kit.schemas import MAX_INTEGER, OrgBody, Schema
from warehouse.reports.question import MAX_ROWS

MAX_OFFSET = 10_000_000

ReportValue = str | int | float | bool | datetime | date | None


class AskReport(AskNumbers):
    """Get a report over a range, filtered, sorted and grouped."""

    report: str = Field(max_length=64, description="One of `list-reports`")
    season: int | None = Field(
        None,
        ge=1,
        le=MAX_INTEGER,
        description="A season of the leaderboard, instead of a range",
    )
    compare: CompareName = Field(
        "none",
        description="The comparison period: each number then also has its value in that period and its"
        " relative change",
    )
    group_by: str | None = Field(
        None, max_length=64, description="The dimension of the rows; one that the report supports"
    )
    visitor: VisitorName | None = Field(
        None, description="Only rows of the visitor with this name; for reports about visitors"
    )
    customer: str | None = Field(
        None, max_length=64, description="Only rows of this customer; for reports about customers"
    )
    sort: list[str] = Field(
        [], max_length=8, description='Columns; a leading "-" puts the highest first'
    )
    limit: int = Field(100, ge=1, le=MAX_ROWS)
    offset: int = Field(0, ge=0, le=MAX_OFFSET)


class AskReports(OrgBody):
    """A request without parameters."""


class ReportColumnInfo(Schema):
    """One column with its definition."""

    name: str
    title: str
    type: Literal["string", "int64", "double", "bool", "date", "timestamp"]
    unit: str = Field(description="count, share, cents, points, ms, days, or empty")
    definition: str


class ReportInfo(Schema):
    """A report."""

    name: str
    title: str
    description: str
    group_by: list[str] = Field(
        description="Dimensions for its rows: the default first, properties of codes last"
    )
    filters: list[str] = Field(
        description="Dimensions to filter by; for codes, also their properties"
    )
    rows: list[str] | None = Field(
        description="Columns that identify a row for `get-events`; null if no events can be listed"
    )
    compares: bool = Field(description="Whether it has a comparison period")
    sort: list[str] = Field(description="The default order of its rows")
    columns: list[ReportColumnInfo]


class ReportList(Schema):
    """All reports."""

    reports: list[ReportInfo]


class ReportPage(Answered):
    """One page of a report."""

    report: str
    title: str
    columns: list[ReportColumnInfo]
    rows: list[dict[str, ReportValue]] = Field(description="Each row has a value for each column")
    total: int = Field(description="Number of rows on all pages")
    group_by: str
    sort: list[str]
    compare: CompareName
    previous_from: datetime | None = Field(description="For the comparison period, if any")
    previous_to: datetime | None
    dimensions_as_of: DimensionsAsOf = Field(description=AS_OF_ANSWERED)
    dimensions_note: str | None = Field(
        description="Why `dimensions_as_of` does not affect this report, if it doesn't"
    )
