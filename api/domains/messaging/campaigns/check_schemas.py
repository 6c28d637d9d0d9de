"""Response schemas of the check of a campaign before it is sent."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import Schema


class ReasonCount(Schema):
    """A reason and the number of people."""

    reason: str
    people: int


class ChannelCount(Schema):
    """Number of people who would get the campaign on one channel."""

    channel: Literal["wallet_push", "web_push", "sms", "email"]
    people: int


class CountryCost(Schema):
    """Text messages to one country, with their cost."""

    country: str = Field(
        description="ISO 3166-1 code; empty if the number does not reveal the country"
    )
    people: int
    segments: int
    cost_micros: int | None = Field(
        description="Null if the organisation has not set a price for the country"
    )


class CampaignFinding(Schema):
    """Something to know about a text before it is sent."""

    severity: Literal["error", "warning", "info"]
    rule: str
    variant: str
    language: str
    channel: str
    detail: str


class CampaignCheck(Schema):
    """Who would get a campaign, who would not and why, and what to know before you send it."""

    audience: int
    checked: int = Field(
        description="Number of people whose messages were written. If it is lower than the number who"
        " can be contacted, all figures that depend on the text or the phone number are"
        " estimates. Whether people can be contacted, and on which channel, is always"
        " counted for everyone"
    )
    is_estimate: bool
    would_get: int
    deferred: int = Field(
        description="How many of `would_get` are in quiet hours and would get it later"
    )
    channels: list[ChannelCount]
    refused: list[ReasonCount]
    languages: list[ReasonCount] = Field(description="Number of people by language")
    segments: int
    countries: list[CountryCost]
    cost_micros: int | None = Field(description="Null if a price is missing")
    currency: str
    texts_per_second: int | None = Field(
        description="Segments of text messages that the sender can send per second; null means unlimited"
    )
    texts_take_seconds: int | None = Field(
        description="How long sending the text messages takes at that rate, if nothing else is"
        " waiting; null means that there is no limit"
    )
    findings: list[CampaignFinding]
    messages_left: int | None = Field(
        description="Messages that are left this month in the plan and the credits. Beyond that"
        " number, people do not get the campaign. Null means unlimited"
    )
    needs_approval: bool
    approval_above: int | None


class CampaignLink(Schema):
    """A link in the texts of a campaign, with the place where it was first found."""

    url: str
    variant: str
    language: str
    has_sample: bool = Field(
        description="Whether the link contains a placeholder, which was filled in for a sample person"
    )
    state: Literal["fine", "broken", "private"] = "fine"
    reason: str | None = Field(None, description="What is wrong with the link")


class CampaignLinks(Schema):
    """The results of checking the links of a campaign."""

    items: list[CampaignLink] = Field(description="The links that were requested, at most 20")
    total: int = Field(description="Number of all links, including those that were not requested")
