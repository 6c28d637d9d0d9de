"""Request and response schemas of the explanation of a campaign for one person, and of the figures of campaigns in a
list.
"""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.campaigns.schemas import CampaignRef
from api.domains.messaging.messages.types import MessageState
from api.domains.people.consents.types import Channel
from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ExplainCampaign(CampaignRef):
    """The campaign and the customer."""

    customer_id: Id


class CampaignExplained(Schema):
    """What a campaign sent or would send to a customer, or why it does not."""

    outcome: Literal[
        "message", "would_get", "refused", "not_in_audience", "waits_for_winner", "over"
    ] = Field(
        description="`message`: there is a message, whose `state` shows its progress. `over`: the"
        " campaign ended before the customer was in its audience"
    )
    message_id: str | None = None
    state: MessageState | None = None
    reason: str = Field(
        "",
        description="Why the message was refused or waits, such as `no_consent`; empty if there is no"
        " reason",
    )
    channel: Channel | None = None
    language: str = ""
    subject: str = ""
    text: str = ""
    html: str = Field("", description="Only for an email that has not been sent; otherwise empty")
    due_at: datetime | None = None


class GetCampaignNumbers(OrgBody):
    """The campaigns."""

    campaign_ids: list[Id] = Field(min_length=1, max_length=100)


class CampaignNumbers(Schema):
    """The delivery figures of a campaign."""

    campaign_id: str
    sent: int
    delivered: int
    clicked: int
    by_hour: list[int] = Field(
        description="Messages sent in each hour since the first one, at most 24 hours"
    )


class CampaignNumbersList(Schema):
    """The figures of those of the requested campaigns that have sent messages."""

    items: list[CampaignNumbers]
    total: int
