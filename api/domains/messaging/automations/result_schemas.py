"""Response schemas of the results of an automation: what people did after its messages."""

from datetime import datetime

from api.domains.messaging.campaigns.report_schemas import CampaignHour, MessageResults
from api.kit.schemas import Schema


class StepResult(MessageResults):
    """The messages of one step on one channel."""

    step_id: str


class StepRevenue(Schema):
    """Revenue from orders after a click, minus refunds."""

    step_id: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int


class AutomationResultsRead(Schema):
    """What people did after the messages of an automation, from the warehouse. Each act is attributed to the last click
    before it.
    """

    as_of: datetime | None
    since: datetime
    window_hours: int
    steps: list[StepResult]
    hours: list[CampaignHour]
    revenue: list[StepRevenue]
