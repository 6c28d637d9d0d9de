"""What is asked and answered on the wire."""

from datetime import date, datetime
from typing import Literal

from pydantic import Field

from api.domains.insights.analytics.schemas import (
    AS_OF_ANSWERED,
    Answered,
    AskNumbers,
    AsOf,
    CompareName,
    VisitorName,
)
from api.kit.schemas import MAX_INTEGER, OrgBody, Schema
from warehouse.reports.question import MAX_ROWS

MAX_OFFSET = 10_000_000

ReportValue = str | int | float | bool | datetime | date | None


class AskReport(AskNumbers):
    """Which report, of which range, and which of its rows in which order."""

    report: str = Field(max_length=64, description="One of list-reports")
    season: int | None = Field(
        None,
        ge=1,
        le=MAX_INTEGER,
        description="In the place of a range: a season of the leaderboard",
    )
    compare: CompareName = Field(
        "none",
        description="With which range: each number then has what it was in that range beside it, and its"
        " change as a share",
    )
    group_by: str | None = Field(
        None, max_length=64, description="What rows are split by, of what the report offers"
    )
    visitor: VisitorName | None = Field(
        None, description="Only rows of the visitor with this name, where rows are of visitors"
    )
    sort: list[str] = Field(
        [], max_length=8, description='Columns; a leading "-" puts the highest first'
    )
    limit: int = Field(100, ge=1, le=MAX_ROWS)
    offset: int = Field(0, ge=0, le=MAX_OFFSET)


class AskReports(OrgBody):
    """Nothing but whose reports."""


class ReportColumnInfo(Schema):
    """One column; `definition` says what it means."""

    name: str
    title: str
    type: Literal["string", "int64", "double", "bool", "date", "timestamp"]
    unit: str = Field(description="count, share, cents, points, ms, days, or empty")
    definition: str


class ReportInfo(Schema):
    """A report that can be asked for."""

    name: str
    title: str
    description: str
    group_by: list[str] = Field(
        description="What its rows may be split by, the default first; properties of codes last"
    )
    filters: list[str] = Field(
        description="What it may be filtered by; where by codes, by their properties too"
    )
    rows: list[str] | None = Field(
        description="Columns that name a row to `get-events`; null where no events are behind its rows"
    )
    compares: bool = Field(description="Whether its numbers can be compared with another range's")
    sort: list[str] = Field(description="The order of its rows unless asked otherwise")
    columns: list[ReportColumnInfo]


class ReportList(Schema):
    """Every report there is."""

    reports: list[ReportInfo]


class ReportPage(Answered):
    """One page of a report."""

    report: str
    title: str
    columns: list[ReportColumnInfo]
    rows: list[dict[str, ReportValue]] = Field(description="A value for each column")
    total: int = Field(description="Rows of all pages")
    group_by: str
    sort: list[str]
    compare: CompareName
    previous_from: datetime | None = Field(description="Of the range that is compared with, if any")
    previous_to: datetime | None
    dimensions_as_of: AsOf = Field(description=AS_OF_ANSWERED)
    dimensions_note: str | None = Field(
        description="Where then and now are the same for this report, why"
    )
