"""Answers about what people did after the messages of an automation."""

from datetime import datetime

from api.domains.messaging.campaigns.report_schemas import CampaignHour, MessageResults
from api.kit.schemas import Schema


class StepResult(MessageResults):
    """Messages of one step on one channel."""

    step_id: str


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
