"""What is asked and answered on the wire."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AliasChoices, Field, StringConstraints, create_model

from api.kit.moments import Moment
from api.kit.schemas import OrgBody, Schema
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
"""As answers and files name a visitor."""
CompareName = Literal["previous", "year", "none"]
GranularityName = Literal["15min", "hour", "day", "week", "month"]


AsOf = Literal["now", "then"]


class AskNumbers(OrgBody):
    """What every question says: a range, as a preset or as two instants, and what of it."""

    interval: Interval | None = Field(
        None, description="A preset; `7day` when nothing is given, of reports `30day`"
    )
    from_: Moment | None = Field(
        None, validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: Moment | None = Field(None, description="Exclusive")
    filters: dict[str, list[str]] = Field(
        {},
        max_length=20,
        description='Values by dimension; a leading "-" excludes, an empty text means not known',
        examples=[{"country": ["US", "-CA"]}],
    )
    include_bots: bool = False
    compare: CompareName = Field(
        "previous",
        description="With which range: the one before, the same of a year before, or none; reports are"
        " compared with none unless asked",
    )
    dimensions_as_of: AsOf = Field(
        "now",
        description="Whether folders, placements and properties are those of codes today (`now`), or"
        " those that each code had when the event happened (`then`), with names as they were at the"
        " range's end",
    )


class AskAnalytics(AskNumbers):
    """A question for numbers, and how to split them."""

    granularity: GranularityName | None = None
    group_by: list[str] = Field(
        [],
        max_length=20,
        description="Dimensions to break down by, properties of codes among them, such as `property:store`",
    )
    limit: int = Field(100, ge=1, le=10_000, description="Rows of each breakdown, greatest first")


if TYPE_CHECKING:
    CountedMetric = str
else:
    CountedMetric = Literal[tuple(METRICS)]
ONLY_METRICS = (
    "Only these numbers, which is sooner answered: all others are 0 and stand not among the answer's"
    " `definitions`. Every number, where none is named"
)


class GetAnalytics(AskAnalytics):
    """A question for some numbers or all of them."""

    metrics: list[CountedMetric] = Field([], max_length=len(METRICS), description=ONLY_METRICS)


class AskByCode(OrgBody):
    """The older calls: a preset, for the organisation or one of its codes."""

    code_id: str | None = Field(None, max_length=64)
    interval: Interval = "7day"


class AskFreshness(OrgBody):
    """Nothing but whose numbers."""


if TYPE_CHECKING:

    class MetricValues(Schema):
        """The numbers of a range, a point or a value; `definitions` says what each means."""

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


AS_OF_ANSWERED = "Whether folders, placements and names are those of today or those of then"


class AnalyticsAnswer(Answered):
    """The numbers of a range and of the one that it is compared with."""

    compare: CompareName = "previous"
    previous_from: datetime | None = Field(description="Of the range that is compared with, if any")
    previous_to: datetime | None
    dimensions_as_of: AsOf = Field("now", description=AS_OF_ANSWERED)
    granularity: GranularityName
    totals: MetricValues
    previous: MetricValues | None
    series: list[SeriesPoint]
    breakdowns: dict[str, list[BreakdownItem]]


class AskCross(AskNumbers):
    """A question for a table of two dimensions."""

    group_by: list[str] = Field(
        min_length=2, max_length=2, description="Two different dimensions: rows, then columns"
    )


class CrossCell(MetricValues):
    """A pair of values."""

    key: str = Field(description="Of the first dimension; empty when it is not known")
    other: str = Field(description="Of the second dimension")


class CrossTable(Answered):
    """Every pair of values that anything is counted of, most scans first; people are counted exactly."""

    group_by: list[str]
    dimensions_as_of: AsOf = Field("now", description=AS_OF_ANSWERED)
    labels: dict[str, dict[str, str]] = Field(
        description="What codes, folders and pages are called, by dimension and value"
    )
    cells: list[CrossCell]


class AskProperties(OrgBody):
    """Nothing but whose codes."""


class CodeProperty(Schema):
    """A property that codes have."""

    name: str
    dimension: str = Field(description="What to split and filter by, such as `property:store`")
    codes: int = Field(description="Codes that have it, deleted ones among them")


class CodeProperties(Schema):
    """Properties of an organisation's codes, those of most codes first."""

    properties: list[CodeProperty]


class Freshness(Schema):
    """Changes whenever an answer could."""

    version: str
    as_of: datetime | None
    behind_seconds: float | None
    """Age of the oldest event that is recorded and not counted yet, of all organisations; 0 where all are, null
    where that cannot be told."""
    is_read_only: bool
    """Nothing can be saved at the moment and no scan is recorded, since the disk is low."""


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
