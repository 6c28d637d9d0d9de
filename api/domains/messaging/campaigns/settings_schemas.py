"""Request and response schemas of the settings for all campaigns."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

ApprovalRole = Literal["editor", "admin", "owner"]


class CampaignSettingsRead(Schema):
    """The settings for all campaigns of the organisation."""

    approval_above: int | None = Field(
        description="Number of people above which a campaign needs the approval of a second person;"
        " null if no approval is needed"
    )
    approval_role: ApprovalRole = Field(description="The lowest role that can approve")
    sms_prices: dict[str, int] = Field(
        description="Price of one segment by country, in millionths of the currency"
    )
    currency: str


class GetCampaignSettings(OrgBody):
    """Get the settings of the organisation."""


Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Micros = Annotated[int, Field(ge=0, le=1_000_000_000)]


class SaveCampaignSettings(OrgBody):
    """The new settings for all campaigns."""

    approval_above: int | None = Field(None, ge=0, le=1_000_000_000)
    approval_role: ApprovalRole = "editor"
    sms_prices: dict[Country, Micros] = Field(default_factory=dict, max_length=250)
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"
