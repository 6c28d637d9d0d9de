"""What a campaign's report says."""

from pydantic import Field

from api.domains.messaging.campaigns.schemas import CampaignRead
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
