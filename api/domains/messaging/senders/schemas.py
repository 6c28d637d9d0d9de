"""Requests and answers about numbers."""

from datetime import datetime
from typing import Annotated

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


class Numbers(Schema):
    """Every number; text messages come from the first one."""

    items: list[NumberRead]
    total: int = Field(description="At most 20")
