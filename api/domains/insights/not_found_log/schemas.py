"""Requests and answers about addresses that nobody answers."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.hosts.not_found_log.paths import MAX_PATH
from api.kit.schemas import OrgBody, Schema

MissedHost = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=4, max_length=240)
]
PathAsked = Annotated[
    str, StringConstraints(min_length=2, max_length=MAX_PATH, pattern=r"^/[^\x00-\x1f\x7f-\x9f]+$")
]


class ListMissedAddresses(OrgBody):
    """Which of the addresses that nobody answers."""

    include_bots: bool = Field(False, description="Also those that only bots asked for")
    is_dismissed: bool = Field(False, description="Those that were put aside, and no others")
    limit: int = Field(50, ge=1, le=200)
    offset: int = Field(0, ge=0, le=10_000)


class DismissMissedAddress(OrgBody):
    """An address to be put aside, or to be shown again."""

    host: MissedHost = Field(examples=["go.example.com"])
    path: PathAsked = Field(examples=["/sprng-menu"])
    is_dismissed: bool = Field(True, description="False shows it again")


class MissedAddress(Schema):
    """An address that nobody answers, and how often it was asked for."""

    domain_id: str
    host: str
    shown_host: str = Field(description="As people write it")
    path: str = Field(description="Without its query, cut to 200 characters")
    name: str | None = Field(
        description="What a code would have to be called to answer it; null where none can"
    )
    people: int = Field(description="How often people asked for it")
    bots: int = Field(description="How often crawlers, scripts and link previews asked for it")
    first_at: datetime
    last_at: datetime


class MissedAddresses(Schema):
    """Addresses that nobody answers, those that people asked for most often first."""

    items: list[MissedAddress]
    total: int
    days: int = Field(description="The list looks back so many days")
    is_cut: bool = Field(
        description="There are more than can be looked through; these were asked for most often"
    )


class MissedAddressKept(Schema):
    """What was put aside, or is shown again."""

    host: str
    path: str
    is_dismissed: bool
