"""Requests and answers about numbers."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

Country = Annotated[
    str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z]{2}$")
]


class FetchAvailableNumbers(OrgBody):
    """Where numbers shall be."""

    area_code: Annotated[str, StringConstraints(pattern=r"^[2-9][0-9]{2}$")] | None = Field(
        None, description="Of North America"
    )
    country: Country = Field("US", description="ISO 3166-1")


class PurchaseNumber(OrgBody):
    """Which number."""

    phone: Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{6,14}$")] = Field(
        validation_alias=AliasChoices("phone", "phone_number"), description="E.164"
    )
    country: Country = "US"


class ListNumbers(OrgBody):
    """All of the organisation."""


class ChooseNumber(OrgBody):
    """Which of the organisation's numbers."""

    number_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


PerSecond = Annotated[int, Field(ge=1, le=1_000, description="Segments a second")]


class SetNumberRate(OrgBody):
    """How many segments networks take from a number."""

    number_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    per_second: PerSecond


class ListSenderNames(OrgBody):
    """All of the organisation."""


class SaveSenderName(OrgBody):
    """What text messages to a country come from."""

    country: Country
    name: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9 ]{3,11}$")
    ] = Field(description="3 to 11 letters without accents, digits and spaces; at least one letter")
    is_registered: bool = Field(
        default=False,
        description="Whether the provider registered the name in the country, where that is needed",
    )


class RemoveSenderName(OrgBody):
    """For which country."""

    country: Country


class MakeMessagingService(OrgBody):
    """A messaging service at the provider, with all numbers of the organisation."""

    per_second: PerSecond = 1


class GetMessagingService(OrgBody):
    """That of the organisation."""


class AvailableNumberRead(Schema):
    """A number that can be bought."""

    phone: str
    country: str
    place: str


class AvailableNumbers(Schema):
    """Numbers that can be bought now."""

    items: list[AvailableNumberRead]
    total: int = Field(description="At most 20")
    monthly_micros: int | None = Field(
        description="What one costs a month, in millionths of the currency; null if the provider does not say"
    )
    currency: str | None


class NumberRead(Schema):
    """A number of the organisation."""

    number_id: str
    phone: str
    country: str
    place: str
    bought_at: datetime
    is_default: bool = Field(description="Whether text messages come from it")
    per_second: int = Field(description="Segments a second that leave from it at most")
    in_service: bool = Field(description="Whether the messaging service sends from it")


class Numbers(Schema):
    """Every number; text messages come from the first one."""

    items: list[NumberRead]
    total: int = Field(description="At most 20")


class SenderNameRead(Schema):
    """A name that text messages to a country come from."""

    country: str
    name: str
    is_registered: bool
    is_used: bool = Field(
        description="False: it is not registered yet, and they come from a number"
    )


class SenderNames(Schema):
    """Names by country, and where a name cannot be used or has to be registered."""

    items: list[SenderNameRead]
    total: int
    never: list[str] = Field(description="Countries whose networks take no names")
    registered: list[str] = Field(description="Countries whose networks take registered names only")


Step = Literal["missing", "waiting", "approved", "refused", "suspended"]


class RegistrationRead(Schema):
    """How far the service is registered for text messages in the US (A2P 10DLC)."""

    brand: Step
    campaign: Step
    problems: list[str] = Field(description="What the provider has against it, in its words")


class MessagingServiceRead(Schema):
    """The messaging service of the organisation."""

    service_id: str | None = Field(
        description="What it is called at the provider; null: there is none"
    )
    per_second: int | None
    numbers: int = Field(description="How many numbers it sends from")
    registration: RegistrationRead | None
