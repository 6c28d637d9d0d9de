"""Requests and responses about numbers."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

Country = Annotated[
    str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z]{2}$")
]


class FetchAvailableNumbers(OrgBody):
    """Where the numbers to search for are."""

    area_code: Annotated[str, StringConstraints(pattern=r"^[2-9][0-9]{2}$")] | None = Field(
        None, description="Area code in North America"
    )
    country: Country = Field("US", description="ISO 3166-1 code")


class PurchaseNumber(OrgBody):
    """The number to buy."""

    phone: Annotated[str, StringConstraints(pattern=r"^\+[1-9][0-9]{6,14}$")] = Field(
        validation_alias=AliasChoices("phone", "phone_number"),
        description="Phone number in E.164 format",
    )
    country: Country = "US"


class ListNumbers(OrgBody):
    """The numbers of the organisation."""


class ChooseNumber(OrgBody):
    """The number to choose."""

    number_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


PerSecond = Annotated[int, Field(ge=1, le=1_000, description="Segments per second")]


class SetNumberRate(OrgBody):
    """The rate limit of a number."""

    number_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    per_second: PerSecond


class ListSenderNames(OrgBody):
    """The sender names of the organisation."""


class SaveSenderName(OrgBody):
    """The sender name for a country."""

    country: Country
    name: Annotated[
        str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9 ]{3,11}$")
    ] = Field(description="3 to 11 unaccented letters, digits and spaces, with at least one letter")
    is_registered: bool = Field(
        default=False,
        description="Whether the provider has registered the name in the country, where this is required",
    )


class RemoveSenderName(OrgBody):
    """The country whose sender name to remove."""

    country: Country


class MakeMessagingService(OrgBody):
    """A messaging service at the provider, with all numbers of the organisation."""

    per_second: PerSecond = 1


class GetMessagingService(OrgBody):
    """The messaging service of the organisation."""


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
        description="Price of one number per month, in millionths of the currency; null if the"
        " provider does not report it"
    )
    currency: str | None


class NumberRead(Schema):
    """A number of the organisation."""

    number_id: str
    phone: str
    country: str
    place: str
    bought_at: datetime
    is_default: bool = Field(description="Whether text messages are sent from this number")
    per_second: int = Field(description="Most segments that it sends per second")
    in_service: bool = Field(description="Whether the messaging service sends from this number")


class Numbers(Schema):
    """Numbers. Text messages are sent from the first one."""

    items: list[NumberRead]
    total: int = Field(description="At most 20")


class SenderNameRead(Schema):
    """The sender name for text messages to a country."""

    country: str
    name: str
    is_registered: bool
    is_used: bool = Field(
        description="False if it is not registered yet, so that text messages are sent from a number"
    )


class SenderNames(Schema):
    """Sender names by country, and the countries where names cannot be used or must be registered."""

    items: list[SenderNameRead]
    total: int
    never: list[str] = Field(description="Countries in which names cannot be used")
    registered: list[str] = Field(description="Countries in which names must be registered")


Step = Literal["missing", "waiting", "approved", "refused", "suspended"]


class RegistrationRead(Schema):
    """Progress of the registration for text messages to the US (A2P 10DLC)."""

    brand: Step
    campaign: Step
    problems: list[str] = Field(description="Problems that the provider reports, in its own words")


class MessagingServiceRead(Schema):
    """The messaging service of the organisation."""

    service_id: str | None = Field(
        description="Id of the service at the provider; null if there is none"
    )
    per_second: int | None
    numbers: int = Field(description="Number of phone numbers from which it sends")
    registration: RegistrationRead | None
