"""Requests and responses about analytics."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, StringConstraints, create_model

from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from warehouse.metrics import METRICS
from warehouse.visitor_names import LETTERS

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
VisitorName = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=LETTERS)
]
"""The short name of a visitor in responses and files."""
CompareName = Literal["previous", "year", "none"]
GranularityName = Literal["15min", "hour", "day", "week", "month"]
_OLDER_SPELLINGS = {"now": "current", "then": "at_event_time"}


def _canonical_as_of(value: Any) -> Any:
    return _OLDER_SPELLINGS.get(value, value) if isinstance(value, str) else value


DimensionsAsOf = Annotated[Literal["current", "at_event_time"], BeforeValidator(_canonical_as_of)]
"""Which version of codes' groups and names a query uses. `now` and `then` are accepted as aliases."""


def is_at_event_time(question: Mapping[str, Any]) -> bool:
    """Return whether a stored question, in either spelling, uses groups and names at event time."""
    return bool(_canonical_as_of(question.get("dimensions_as_of")) == "at_event_time")


class AskNumbers(OrgBody):
    """The fields of every request: a range, as a preset or as two times, filters and comparison."""

    interval: Interval | None = Field(
        None, description="A preset; by default `7day`, for reports `30day`"
    )
    from_: Moment | None = Field(
        None, validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: Moment | None = Field(None, description="Exclusive")
    filters: dict[str, list[str]] = Field(
        {},
        max_length=20,
        description='Values by dimension; a leading "-" excludes, an empty string means unknown',
        examples=[{"country": ["US", "-CA"]}],
    )
    include_bots: bool = False
    compare: CompareName = Field(
        "previous",
        description="The comparison period: the previous one, the same one a year earlier, or none, which"
        " is the default for reports",
    )
    dimensions_as_of: DimensionsAsOf = Field(
        "current",
        description="`current` groups events by the folder, placement and properties that a code has today;"
        " `at_event_time` by those it had when the event happened, with names as of the end of"
        " the range. `now` and `then` are accepted as older spellings",
    )


class AskAnalytics(AskNumbers):
    """A request for numbers, and how to group them."""

    granularity: GranularityName | None = None
    group_by: list[str] = Field(
        [],
        max_length=20,
        description="Dimensions to break down by, properties of codes among them, such as `property:store`",
    )
    limit: int = Field(
        100,
        ge=1,
        le=10_000,
        description="Rows of each breakdown, the highest first; hours are always complete",
    )


if TYPE_CHECKING:
    CountedMetric = str
else:
    CountedMetric = Literal[tuple(METRICS)]
ONLY_METRICS = (
    "Only these metrics, which is faster: all others are 0 and have no definition in the"
    " response. By default all metrics"
)


class GetAnalytics(AskAnalytics):
    """A request for some metrics or all of them."""

    metrics: list[CountedMetric] = Field([], max_length=len(METRICS), description=ONLY_METRICS)


class AskByCode(OrgBody):
    """A request of the v0 API: a preset, for the organisation or one of its codes."""

    code_id: str | None = Field(None, max_length=64)
    interval: Interval = "7day"


class AskFreshness(OrgBody):
    """A request without parameters."""


if TYPE_CHECKING:

    class MetricValues(Schema):
        """The numbers of a range, a point or a value. `definitions` explains each of them."""

        def __init__(self, **values: Any) -> None: ...
        def __getattr__(self, name: str) -> int: ...
else:
    MetricValues = create_model(
        "MetricValues",
        __base__=Schema,
        __module__=__name__,
        __doc__="The numbers of a range, a point or a value; `definitions` says what each means.",
        **dict.fromkeys(METRICS, int),
    )


class SeriesPoint(MetricValues):
    """One point of a series."""

    at: datetime


class BreakdownItem(MetricValues):
    """One value of a dimension."""

    key: str = Field(description="The value; empty if unknown")
    label: str | None = Field(
        None, description="Name of the code, folder or page, where the key is one"
    )


class Answered(Schema):
    """The fields of every response. Times are ISO 8601 with the organisation's offset; `to` is exclusive."""

    from_: datetime = Field(
        validation_alias=AliasChoices("from_", "from"), serialization_alias="from"
    )
    to: datetime
    timezone: str
    as_of: datetime | None = Field(
        description="When the organisation's newest counted event arrived"
    )
    tail_events: int = Field(
        description="Number of events that are not in the marts yet and were counted one by one"
    )
    definitions: dict[str, str] = Field(
        description="The definition of each metric in this response"
    )


AS_OF_ANSWERED = "Whether groups and names are the current ones or those at event time"


class AnalyticsAnswer(Answered):
    """The numbers of a range and of its comparison period."""

    compare: CompareName = "previous"
    previous_from: datetime | None = Field(description="Start of the comparison period, if any")
    previous_to: datetime | None
    dimensions_as_of: DimensionsAsOf = Field("current", description=AS_OF_ANSWERED)
    granularity: GranularityName
    totals: MetricValues
    previous: MetricValues | None
    series: list[SeriesPoint]
    breakdowns: dict[str, list[BreakdownItem]]


class AskCross(AskNumbers):
    """A request for a table of two dimensions."""

    group_by: list[str] = Field(
        min_length=2, max_length=2, description="Two different dimensions: rows, then columns"
    )


class CrossCell(MetricValues):
    """A pair of values."""

    key: str = Field(description="Value of the first dimension; empty if unknown")
    other: str = Field(description="Value of the second dimension")


class CrossTable(Answered):
    """Every pair of values with any events, most scans first. People are counted exactly."""

    group_by: list[str]
    dimensions_as_of: DimensionsAsOf = Field("current", description=AS_OF_ANSWERED)
    labels: dict[str, dict[str, str]] = Field(
        description="Names of codes, folders and pages, by dimension and value"
    )
    cells: list[CrossCell]


class AskProperties(OrgBody):
    """A request without parameters."""


class CodeProperty(Schema):
    """A property of codes."""

    name: str
    dimension: str = Field(
        description="The dimension to group and filter by, such as `property:store`"
    )
    codes: int = Field(description="Number of codes that have it, including deleted ones")


class CodeProperties(Schema):
    """Properties of an organisation's codes, most frequent first."""

    properties: list[CodeProperty]


class Freshness(Schema):
    """A version that changes whenever a response could."""

    version: str
    as_of: datetime | None
    behind_seconds: float | None
    """Age of the oldest recorded event that is not counted yet, of all organisations; 0 if there is none,
    null if it is unknown."""
    is_read_only: bool
    """Whether the disk is nearly full: if so, nothing can be saved and no scans are recorded."""


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
