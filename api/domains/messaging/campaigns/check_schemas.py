"""What the check of a campaign says before anything leaves."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import Schema


class ReasonCount(Schema):
    """People to whom something happens for one reason."""

    reason: str
    people: int


class ChannelCount(Schema):
    """People who get it on one channel."""

    channel: Literal["wallet_push", "web_push", "sms", "email"]
    people: int


class CountryCost(Schema):
    """Text messages to one country."""

    country: str = Field(description="Two letters; empty if the number tells none")
    people: int
    segments: int
    cost_micros: int | None = Field(description="Null: the organisation has set no price for it")


class CampaignFinding(Schema):
    """Something that should be known about a text."""

    severity: Literal["error", "warning", "info"]
    rule: str
    variant: str
    language: str
    channel: str
    detail: str


class CampaignCheck(Schema):
    """Who would get a campaign, who not and why, and what to know before."""

    audience: int
    checked: int = Field(
        description="People whose messages were written; where more may be written to, what depends on their words and"
        " numbers is an estimate. Who may be written to, and on which channel, is counted over everybody"
    )
    is_estimate: bool
    would_get: int
    deferred: int = Field(description="Of these: in quiet hours, so that they get it later")
    channels: list[ChannelCount]
    refused: list[ReasonCount]
    languages: list[ReasonCount] = Field(description="Language, and people who get it")
    segments: int
    countries: list[CountryCost]
    cost_micros: int | None = Field(description="Null: a price is missing")
    currency: str
    texts_per_second: int | None = Field(
        description="Segments a second that the sender of text messages takes; null: there is no limit"
    )
    texts_take_seconds: int | None = Field(
        description="How long the text messages take at that rate, if nothing else waits; null: there is no limit"
    )
    findings: list[CampaignFinding]
    messages_left: int | None = Field(
        description="Messages that plan and credits still have this month; who would get the campaign beyond that does"
        " not. Null: there is no limit"
    )
    needs_approval: bool
    approval_above: int | None


class CampaignLink(Schema):
    """A link of a campaign's texts, and where it was first found."""

    url: str
    variant: str
    language: str
    has_sample: bool = Field(
        description="Whether a placeholder in it has the value of a sample person"
    )
    state: Literal["fine", "broken", "private"] = "fine"
    reason: str | None = Field(None, description="What is wrong, for people")


class CampaignLinks(Schema):
    """What was found at the links of a campaign."""

    items: list[CampaignLink] = Field(description="At most 20")
    total: int = Field(description="All links, also those that were not requested")
