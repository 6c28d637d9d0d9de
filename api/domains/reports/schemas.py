"""What is asked and answered on the wire."""

from datetime import date, datetime
from typing import Literal

from pydantic import AwareDatetime, Field

from api.domains.analytics.schemas import AS_OF_ANSWERED, Answered, AsOf, Interval
from api.kit.schemas import OrgBody, Schema
from warehouse.reports.question import MAX_ROWS

MAX_OFFSET = 10_000_000

ReportValue = str | int | float | bool | datetime | date | None


class AskReport(OrgBody):
    """Which report, of which range, and which of its rows in which order."""

    report: str = Field(max_length=64, description="One of list-reports")
    interval: Interval | None = Field(None, description="A preset; `30day` when nothing is given")
    from_: AwareDatetime | None = Field(
        None, validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: AwareDatetime | None = Field(None, description="Exclusive")
    season: int | None = Field(
        None, ge=1, description="In the place of a range: a season of the leaderboard"
    )
    filters: dict[str, list[str]] = Field(
        {},
        max_length=20,
        description='Values by dimension; a leading "-" excludes, an empty text means not known',
        examples=[{"country": ["US", "-CA"]}],
    )
    group_by: str | None = Field(
        None, max_length=64, description="What rows are split by, of what the report offers"
    )
    sort: list[str] = Field(
        [], max_length=8, description='Columns; a leading "-" puts the highest first'
    )
    dimensions_as_of: AsOf = Field("now", description="As of `get-analytics`")
    limit: int = Field(100, ge=1, le=MAX_ROWS)
    offset: int = Field(0, ge=0, le=MAX_OFFSET)
    include_bots: bool = False


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
    group_by: list[str] = Field(description="What its rows may be split by, the default first")
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
    dimensions_as_of: AsOf = Field(description=AS_OF_ANSWERED)
    dimensions_note: str | None = Field(
        description="Where then and now are the same for this report, why"
    )
