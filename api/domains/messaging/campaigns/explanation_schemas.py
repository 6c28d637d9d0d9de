"""What a campaign means for one person, and how far campaigns of a list have got."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.campaigns.schemas import CampaignRef
from api.domains.messaging.messages.types import MessageState
from api.domains.people.consents.types import Channel
from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ExplainCampaign(CampaignRef):
    """About whom."""

    customer_id: Id


class CampaignExplained(Schema):
    """What a campaign sent to one person or would send, or why it does not."""

    outcome: Literal[
        "message", "would_get", "refused", "not_in_audience", "waits_for_winner", "over"
    ] = Field(
        description="`message`: there is one, and `state` says how far it got. `over`: the campaign ended, and they were not in its audience then"
    )
    message_id: str | None = None
    state: MessageState | None = None
    reason: str = Field(
        "", description="Why it is refused or waits, like `no_consent`; empty if there is none"
    )
    channel: Channel | None = None
    language: str = ""
    subject: str = ""
    text: str = ""
    html: str = Field("", description="Of an email that would be sent; empty for others")
    due_at: datetime | None = None


class GetCampaignNumbers(OrgBody):
    """Of which campaigns."""

    campaign_ids: list[Id] = Field(min_length=1, max_length=100)


class CampaignNumbers(Schema):
    """How far the messages of one campaign have got."""

    campaign_id: str
    sent: int
    delivered: int
    clicked: int
    by_hour: list[int] = Field(
        description="Messages that left in each hour from the first on, at most 24 hours"
    )


class CampaignNumbersList(Schema):
    """Those of the campaigns asked for that have messages which left."""

    items: list[CampaignNumbers]
    total: int
