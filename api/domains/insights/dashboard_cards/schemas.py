"""What the parts of the dashboard ask and are answered."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.insights.analytics.schemas import (
    AS_OF_ANSWERED,
    Answered,
    AskAnalytics,
    AsOf,
    MetricValues,
    VisitorName,
)
from api.kit.schemas import Schema
from warehouse.metrics import BEHIND, METRICS, Audience


class BoardAnswer(Answered):
    """What a part of the dashboard says of itself."""

    dimensions_as_of: AsOf = Field("now", description=AS_OF_ANSWERED)


class PlacedCode(MetricValues):
    """A code that hangs at a known place, and its numbers."""

    code_id: str
    name: str
    placement: str = Field(description="Its other properties in words, such as `store: Midtown`")
    latitude: float
    longitude: float


class PlacedCodes(BoardAnswer):
    """Every code with coordinates, whether it was scanned or not; most scans first. A code stands where it
    hangs now, with all its scans; filters and names are as `dimensions_as_of` says."""

    items: list[PlacedCode]
    total: int


if TYPE_CHECKING:
    MetricName = str
    AdditiveMetric = str
else:
    MetricName = Literal[tuple(BEHIND)]
    AdditiveMetric = Literal[
        tuple(
            name
            for name, one in METRICS.items()
            if one.is_additive and one.audience is not Audience.MACHINES
        )
    ]


class GetEvents(AskAnalytics):
    """Which events are wanted: a range and filters as of `get-analytics`, and the number they are behind."""

    metric: MetricName | None = Field(
        None, description="Only events that this number is made of; of people, their scans"
    )
    report: str | None = Field(
        None, max_length=64, description="Only events that a row of this report is made of"
    )
    split: str | None = Field(
        None, max_length=64, description="What the report is split by; its default unless given"
    )
    row: dict[str, Annotated[str, StringConstraints(max_length=512)]] = Field(
        {},
        max_length=8,
        description="The row, by columns of the report's key, as text; a column left out is any",
        examples=[{"key": "US", "currency": "USD"}],
    )
    visitor: VisitorName | None = Field(
        None, description="Only events of the visitor with this name"
    )
    after: str | None = Field(None, max_length=200, description="`next` of the page before")
    page_size: int = Field(50, ge=1, le=500)


class EventRow(Schema):
    """One raw event."""

    id: str
    occurred_at: datetime
    received_at: datetime
    type: str
    action: str | None = Field(
        description="Of a use: click, play, share, duration or form; null for all others"
    )
    visitor: str | None = Field(
        description="The visitor's name: sixteen letters, the same in every table and file, that lead to nobody"
    )
    code_id: str | None
    code_name: str | None
    page_id: str | None
    campaign_id: str | None
    country: str | None
    region: str | None
    city: str | None
    device: str | None
    system: str | None
    browser: str | None
    language: str | None
    referrer: str | None
    utm_source: str | None
    utm_medium: str | None
    utm_campaign: str | None
    utm_term: str | None
    utm_content: str | None
    outcome: str | None
    rule: str | None
    is_bot: bool
    bot_reason: str | None
    is_preview: bool
    is_duplicate: bool
    amount_cents: int | None


class EventPage(BoardAnswer):
    """Newest first. `next` asks for the page after this one; none where this is the last."""

    items: list[EventRow]
    total: int | None = Field(
        description="Of the first page alone, and where there are not too many to count"
    )
    next: str | None


class ExplainChange(AskAnalytics):
    """A range and filters as of `get-analytics`, and the number whose move is explained."""

    metric: AdditiveMetric = "scans"


class CauseRead(Schema):
    """A value that explains a move."""

    dimension: Literal["code", "placement", "country", "region", "hour", "weekday"]
    key: str = Field(description="The value; an hour as `09`, a weekday as `1` for Monday")
    label: str | None
    now: int
    before: int
    share: float = Field(description="Its own move as a part of the whole move; may be above 1")


class ChangeExplained(BoardAnswer):
    """A move against the period before; without causes where it is ordinary."""

    previous_from: datetime | None
    previous_to: datetime | None
    metric: AdditiveMetric
    now: int
    before: int
    usual: int = Field(description="How this comparison moved in the weeks before, at the middle")
    noise: int = Field(description="How far from the usual a move is still ordinary")
    weeks: int
    is_ordinary: bool
    causes: list[CauseRead]
    rule: str


class NewestEvents(Answered):
    """What a live view shows; sent whole whenever it changes."""

    at: datetime = Field(description="Start of the last of `minutes`, the one that runs")
    minutes: list[int] = Field(description="Scans of each of the last thirty minutes")
    people: int
    events: list[EventRow] = Field(description="The newest first, by when they arrived")
