"""What a campaign's report and results say."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from api.domains.messaging.campaigns.schemas import CampaignRead
from api.domains.messaging.campaigns.types import Goal
from api.kit.schemas import Schema


class CampaignCount(Schema):
    """Messages of a campaign in one state for one reason."""

    variant: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int


class VariantResult(Schema):
    """How one version did."""

    key: str
    messages: int = Field(description="That left")
    delivered: int
    clicked: int
    chance: float | None = Field(
        description="The chance that a difference as large as that to the best of the others is luck; null: too few"
    )


class CampaignReport(Schema):
    """What became of a campaign so far."""

    campaign: CampaignRead
    counts: list[CampaignCount]
    passed_over: dict[str, int] = Field(
        description="People for whom no message was made, by reason"
    )
    reached: int = Field(description="People of the audience to whom it has come")
    variants: list[VariantResult]
    segments: int = Field(description="Segments of text messages that left")
    cost_micros: int = Field(description="Millionths of the currency, as the provider says so far")
    currency: str | None


class MessageResults(Schema):
    """How many messages got how far on one channel, and how many were followed by something within the window after a
    click.
    """

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


class VersionResultRead(MessageResults):
    """Messages of one version on one channel; the window is the campaign's."""

    variant: str


class VersionGoal(Schema):
    """How one version did by the campaign's goal."""

    key: str
    messages: int
    rate: float = Field(
        description="Clicks or visits, or takings in hundredths of the currency, for each message"
    )
    chance: float | None = Field(
        description="The chance that a difference as large as that to the best of the others is luck; null: too few"
    )


class CampaignHour(Schema):
    """One hour of the organisation's clocks."""

    hour: datetime
    sent: int
    clicked: int
    visits: int
    orders: int


class CampaignRevenue(Schema):
    """Takings of orders after a click, refunds taken away."""

    variant: str
    channel: str
    currency: str
    orders: int
    revenue_cents: int


class CampaignEffect(Schema):
    """How many of those who got a campaign did something within its window, and how many of those who were held out."""

    act: Literal["visited", "submitted", "redeemed", "ordered"]
    people: int = Field(description="Who got it")
    did: int
    held_out: int = Field(description="Who could have got it and was held out")
    did_held_out: int
    chance: float | None = Field(
        description="The chance that a difference as large as this is luck; null: too few to say"
    )


class CampaignResultsRead(Schema):
    """What people did after a campaign, from the warehouse. An act counts for the last click before it."""

    as_of: datetime | None
    window_hours: int
    goal: Goal
    versions: list[VersionResultRead]
    goals: list[VersionGoal]
    hours: list[CampaignHour]
    revenue: list[CampaignRevenue]
    effect: list[CampaignEffect] = Field(
        description="What the campaign changed, with a click or without; empty without a holdout"
    )
