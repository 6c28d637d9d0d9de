"""What is asked and answered on the wire."""

from datetime import datetime
from typing import Literal

from pydantic import AliasChoices, AwareDatetime, Field

from api.kit.schemas import OrgBody, Schema

Interval = Literal[
    "1day",
    "24hour",
    "-1day",
    "1week",
    "7day",
    "1month",
    "30day",
    "90day",
    "1year",
    "all",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
GranularityName = Literal["15min", "hour", "day", "week", "month"]


class AskAnalytics(OrgBody):
    """A range, as a preset or as two instants, and how to split it."""

    interval: Interval | None = Field(None, description="A preset; `7day` when nothing is given")
    from_: AwareDatetime | None = Field(
        None, validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: AwareDatetime | None = Field(None, description="Exclusive")
    granularity: GranularityName | None = None
    filters: dict[str, list[str]] = Field(
        {},
        max_length=20,
        description='Values by dimension; a leading "-" excludes, an empty text means not known',
        examples=[{"country": ["US", "-CA"]}],
    )
    group_by: list[str] = Field([], max_length=20, description="Dimensions to break down by")
    include_bots: bool = False
    limit: int = Field(100, ge=1, le=10_000, description="Rows of each breakdown, greatest first")
    dimensions_as_of: Literal["now", "then"] = Field(
        "now",
        description="Whether folders and placements are those of codes today (`now`), or those that"
        " each code had when the event happened (`then`), with names as they were at the range's end",
    )


class AskByCode(OrgBody):
    """The older calls: a preset, for the organisation or one of its codes."""

    code_id: str | None = Field(None, max_length=64)
    interval: Interval = "7day"


class AskFreshness(OrgBody):
    """Nothing but whose numbers."""


class MetricValues(Schema):
    """The numbers of a range, a point or a value; `definitions` says what each means."""

    scans: int
    people: int
    new: int
    returning: int
    visits: int
    views: int
    submits: int
    votes: int
    plays: int
    redemptions: int
    bots: int


class SeriesPoint(MetricValues):
    """One point of a series."""

    at: datetime


class BreakdownItem(MetricValues):
    """One value of a dimension."""

    key: str = Field(description="The value; empty when it is not known")
    label: str | None = Field(
        None, description="Name of the code, folder or page, where the key is one"
    )


class Answered(Schema):
    """What every answer says of itself. Times are ISO 8601 with the organisation's offset; `to` is exclusive."""

    from_: datetime = Field(
        validation_alias=AliasChoices("from_", "from"), serialization_alias="from"
    )
    to: datetime
    timezone: str
    as_of: datetime | None = Field(description="Arrival of the newest event that was counted")
    tail_events: int = Field(description="Events counted one by one, beyond the marts")
    definitions: dict[str, str] = Field(description="What each number of this answer means")


AsOf = Literal["now", "then"]
AS_OF_ANSWERED = "Whether folders, placements and names are those of today or those of then"


class AnalyticsAnswer(Answered):
    """The numbers of a range and of the one before."""

    previous_from: datetime
    previous_to: datetime
    dimensions_as_of: AsOf = Field("now", description=AS_OF_ANSWERED)
    granularity: GranularityName
    people_method: Literal["exact", "hll"]
    people_error: float = Field(description="Standard error of `people`, as a share")
    totals: MetricValues
    previous: MetricValues
    series: list[SeriesPoint]
    breakdowns: dict[str, list[BreakdownItem]]


class Freshness(Schema):
    """Changes whenever an answer could."""

    version: str
    as_of: datetime | None
    behind_seconds: float | None
    """Age of the oldest event that is recorded and not counted yet, of all organisations; 0 where all are, null
    where that cannot be told."""


class ScanPoint(Schema):
    at: datetime
    scans: int


class ScanAnalytics(Answered):
    """Scans only."""

    scans: int
    people: int
    series: list[ScanPoint]


class VisitorPoint(Schema):
    at: datetime
    scans: int
    new: int
    returning: int


class VisitorAnalytics(Answered):
    """Scans split into new and returning visitors."""

    scans: int
    people: int
    new: int
    returning: int
    series: list[VisitorPoint]
