"""What the parts of the dashboard ask and are answered."""

from datetime import datetime

from pydantic import AliasChoices, Field

from api.domains.analytics.schemas import MetricValues
from api.kit.schemas import Schema


class BoardAnswer(Schema):
    """The range that was asked for, in the organisation's zone; `to` is exclusive."""

    from_: datetime = Field(
        validation_alias=AliasChoices("from_", "from"), serialization_alias="from"
    )
    to: datetime
    timezone: str
    as_of: datetime | None = Field(description="Arrival of the newest event that was counted")


class PlacedCode(MetricValues):
    """A code that hangs at a known place, and its numbers."""

    code_id: str
    name: str
    placement: str = Field(description="Its other properties in words, such as `store: Midtown`")
    latitude: float
    longitude: float


class PlacedCodes(BoardAnswer):
    """Every code with coordinates, whether it was scanned or not; most scans first."""

    items: list[PlacedCode]
    total: int
