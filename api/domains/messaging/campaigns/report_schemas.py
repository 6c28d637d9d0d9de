"""Response schemas of a campaign's report and results."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from api.domains.messaging.campaigns.schemas import CampaignRead
from api.domains.messaging.campaigns.types import Goal
from api.kit.schemas import Schema


class CampaignCount(Schema):
    """Number of messages of a campaign, by version, channel, state and reason."""

    variant: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int


class VariantResult(Schema):
    """The result of one version."""

    key: str
    messages: int = Field(description="Messages that were sent")
    delivered: int
    clicked: int
    chance: float | None = Field(
        description="The probability that a difference this large from the best other version is due"
        " to chance; null if there are too few messages"
    )


class CampaignReport(Schema):
    """A report about a campaign so far."""

    campaign: CampaignRead
    counts: list[CampaignCount]
    passed_over: dict[str, int] = Field(
        description="People for whom no message was created, by reason"
    )
    reached: int = Field(
        description="People in the audience whom the campaign has processed so far"
    )
    variants: list[VariantResult]
    segments: int = Field(description="Segments of the text messages that were sent")
    cost_micros: int = Field(
        description="Cost in millionths of the currency, as far as the provider has reported it"
    )
    currency: str | None


class MessageResults(Schema):
    """The figures of messages on one channel. Acts count if they follow a click within the attribution window."""

    channel: str
    sent: int
    delivered: int
    shown: int = Field(description="Notifications that browsers displayed")
    failed: int
    clicked: int = Field(
        description="Messages in which a person followed a link; clicks by machines do not count"
    )
    replied: int
    stopped: int = Field(description="Messages after which the receiver opted out")
    visited: int = Field(
        description="Messages whose click was followed by a visit to a code or page"
    )
    submitted: int
    redeemed: int
    ordered: int
    segments: int
    cost_micros: int = Field(
        description="Cost that providers charged, in millionths of their currency"
    )


class VersionResultRead(MessageResults):
    """The figures of one version on one channel, with the campaign's attribution window."""

    variant: str


class VersionGoal(Schema):
    """The result of one version, measured by the campaign's goal."""

    key: str
    messages: int
    rate: float = Field(
        description="Clicks or visits per message, or revenue per message in hundredths of the currency"
    )
    chance: float | None = Field(
        description="The probability that a difference this large from the best other version is due"
        " to chance; null if there are too few messages"
    )


class CampaignHour(Schema):
    """The figures of one hour, in the organisation's time zone."""

    hour: datetime
    sent: int
    clicked: int
    visits: int
    orders: int


class CampaignRevenue(Schema):
    """Revenue from orders after a click, minus refunds."""

    variant: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int


class CampaignEffect(Schema):
    """How many people who got a campaign did something within its attribution window, compared with the holdout."""

    act: Literal["visited", "submitted", "redeemed", "ordered"]
    people: int = Field(description="People who got it")
    did: int
    held_out: int = Field(description="People in the holdout, who could have got it")
    did_held_out: int
    chance: float | None = Field(
        description="The probability that a difference this large is due to chance; null if there are"
        " too few people"
    )


class CampaignResultsRead(Schema):
    """What people did after a campaign, from the warehouse. Each act is attributed to the last click before it."""

    as_of: datetime | None
    window_hours: int
    goal: Goal
    versions: list[VersionResultRead]
    goals: list[VersionGoal]
    hours: list[CampaignHour]
    revenue: list[CampaignRevenue]
    effect: list[CampaignEffect] = Field(
        description="The effect of the campaign, with or without a click, compared with the holdout;"
        " empty if there was none"
    )
