"""Answers about what people did after the messages of an automation."""

from datetime import datetime

from pydantic import Field

from api.domains.messaging.campaigns.report_schemas import CampaignHour
from api.kit.schemas import Schema


class StepResult(Schema):
    """Messages of one step on one channel: how many got how far, and how many were followed by something within the
    window after a click.
    """

    step_id: str
    channel: str
    sent: int
    delivered: int
    shown: int = Field(description="Notifications that a browser showed")
    failed: int
    clicked: int = Field(description="Of which a person followed a link; machines do not count")
    replied: int
    stopped: int = Field(description="After which the receiver wished for no more")
    visited: int = Field(description="After whose click the receiver came to a code or page")
    submitted: int
    redeemed: int
    ordered: int
    segments: int
    cost_micros: int = Field(description="What providers charged, in millionths of their currency")


class StepRevenue(Schema):
    """Takings of orders after a click, refunds taken away."""

    step_id: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int


class AutomationResultsRead(Schema):
    """What people did after messages of an automation, from the warehouse. An act counts for the last click before it."""

    as_of: datetime | None
    since: datetime
    window_hours: int
    steps: list[StepResult]
    hours: list[CampaignHour]
    revenue: list[StepRevenue]
