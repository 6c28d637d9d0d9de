"""Requests and responses of dashboard cards."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.insights.analytics.schemas import (
    AS_OF_ANSWERED,
    Answered,
    AskAnalytics,
    DimensionsAsOf,
    MetricValues,
    VisitorName,
)
from api.kit.schemas import Schema
from warehouse.metrics import BEHIND, METRICS, Audience


class CardAnswer(Answered):
    """The common fields of responses for dashboard cards."""

    dimensions_as_of: DimensionsAsOf = Field("current", description=AS_OF_ANSWERED)


class PlacedCode(MetricValues):
    """A code with coordinates, and its numbers."""

    code_id: str
    name: str
    placement: str = Field(description="Its other properties as text, such as `store: Midtown`")
    latitude: float
    longitude: float


class PlacedCodes(CardAnswer):
    """Every code with coordinates, scanned or not, most scans first. A code has its current coordinates and all its
    scans; `dimensions_as_of` applies to filters and names.
    """

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
    """List raw events: a range and filters as in `get-analytics`, and the metric or report row."""

    metric: MetricName | None = Field(
        None, description="Only events that this metric counts; for people, their scans"
    )
    report: str | None = Field(
        None, max_length=64, description="Only events that a row of this report counts"
    )
    split: str | None = Field(
        None, max_length=64, description="The report's `group_by`; by default its first"
    )
    row: dict[str, Annotated[str, StringConstraints(max_length=512)]] = Field(
        {},
        max_length=8,
        description="The row's key columns as text; a missing column matches any value",
        examples=[{"key": "US", "currency": "USD"}],
    )
    visitor: VisitorName | None = Field(
        None, description="Only events of the visitor with this name"
    )
    after: str | None = Field(None, max_length=200, description="`next` of the previous page")
    page_size: int = Field(50, ge=1, le=500)


class EventRow(Schema):
    """One raw event."""

    id: str
    occurred_at: datetime
    received_at: datetime
    type: str
    action: str | None = Field(
        description="For page interactions: click, play, share, duration or form; for passes: created,"
        " downloaded, installed, updated, fetched, stale or removed; for segments: entered or"
        " left; for orders: placed, paid, refunded or cancelled; for messages: their status,"
        " such as sent, delivered, failed or refused; otherwise null"
    )
    visitor: str | None = Field(
        description="The visitor's short name: 16 characters, the same in every table and file, not personal"
    )
    code_id: str | None
    code_name: str | None
    page_id: str | None
    campaign_id: str | None
    pass_id: str | None = Field(description="For passes and their redemptions")
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
    currency: str | None = Field(description="For orders and redemptions with an amount; ISO 4217")
    subject_kind: str | None = Field(
        description="For redemptions: one_time_code, promo_code, master_key, reward, prize or pass"
    )
    subject_id: str | None = Field(
        description="What was redeemed, the segment, or the order number at its source"
    )
    channel: str | None = Field(description="For messages: sms, email, web_push or wallet_push")
    failure: str | None = Field(description="For messages: why it failed or was refused")


class EventPage(CardAnswer):
    """Events, newest first. `next` is the cursor of the next page, or null on the last."""

    items: list[EventRow]
    total: int | None = Field(
        description="Only on the first page, and if there are not too many to count"
    )
    next: str | None


class ExplainChange(AskAnalytics):
    """A range and filters as in `get-analytics`, and the metric whose change is explained."""

    metric: AdditiveMetric = "scans"


class CauseRead(Schema):
    """A value that explains a change."""

    dimension: Literal["code", "placement", "country", "region", "hour", "weekday"]
    key: str = Field(description="The value; an hour as `09`, a weekday as `1` for Monday")
    label: str | None
    now: int
    before: int
    share: float = Field(description="Its change as a share of the whole change; may be above 1")


class ChangeExplained(CardAnswer):
    """A change from the comparison period. It has no causes if it is within the usual range."""

    previous_from: datetime | None
    previous_to: datetime | None
    metric: AdditiveMetric
    now: int
    before: int
    usual: int = Field(description="Median change of this comparison in the weeks before")
    noise: int = Field(description="How far a change can be from the median and still be usual")
    weeks: int
    is_ordinary: bool
    causes: list[CauseRead]
    rule: str


class NewestEvents(Answered):
    """The content of a live view, sent in full at each change."""

    at: datetime = Field(description="Start of the last of `minutes`, which is the current one")
    minutes: list[int] = Field(description="Scans in each of the last 30 minutes")
    people: int
    events: list[EventRow] = Field(description="The newest first, by arrival")
