"""Types of campaigns for other domains and for the runner."""

from typing import Literal, get_args

CampaignState = Literal[
    "draft", "scheduled", "running", "paused", "completed", "cancelled", "failed"
]
CampaignChannel = Literal["sms", "email", "wallet_push", "web_push", "best"]
"""`best`: the first of pass, browser, text message and email that the person agreed to and can be reached on."""
Goal = Literal["clicks", "visits", "revenue"]
"""The goal by which versions of a campaign are compared."""
AudienceKind = Literal["everyone", "segment", "folder", "code", "import"]
SentChannel = Literal["wallet_push", "web_push", "sms", "email"]

BEST_FIRST: tuple[SentChannel, ...] = get_args(SentChannel)
"""The channels of `best`: the cheapest and least intrusive ones come first."""
OVER: tuple[CampaignState, ...] = ("completed", "cancelled", "failed")


def channels_of(channel: str) -> tuple[SentChannel, ...]:
    """Return the channels that a campaign may use, in the order in which it tries them."""
    return BEST_FIRST if channel == "best" else tuple(it for it in BEST_FIRST if it == channel)
