"""Requests and responses about the not-found log."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.hosts.not_found_log.paths import MAX_PATH
from api.kit.schemas import OrgBody, Schema

MissedHost = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, min_length=4, max_length=240)
]
MissedPath = Annotated[
    str, StringConstraints(min_length=2, max_length=MAX_PATH, pattern=r"^/[^\x00-\x1f\x7f-\x9f]+$")
]


class ListMissedAddresses(OrgBody):
    """List the not-found log."""

    include_bots: bool = Field(
        False, description="Whether to include addresses that only bots requested"
    )
    is_dismissed: bool = Field(False, description="Whether to list dismissed addresses instead")
    limit: int = Field(50, ge=1, le=200)
    offset: int = Field(0, ge=0, le=10_000)


class DismissMissedAddress(OrgBody):
    """Dismiss an address, or undo the dismissal."""

    host: MissedHost = Field(examples=["go.example.com"])
    path: MissedPath = Field(examples=["/sprng-menu"])
    is_dismissed: bool = Field(True, description="False undoes the dismissal")


class MissedAddress(Schema):
    """An address that returned 404, and how often it was requested."""

    domain_id: str
    host: str
    shown_host: str = Field(description="In Unicode")
    path: str = Field(description="Without its query, cut off after 200 characters")
    name: str | None = Field(
        description="The slug with which a code would answer; null if none can"
    )
    people: int = Field(description="Requests by people")
    bots: int = Field(description="Requests by crawlers, scripts and link previews")
    first_at: datetime
    last_at: datetime


class MissedAddresses(Schema):
    """Addresses that returned 404, sorted by the number of requests from people."""

    items: list[MissedAddress]
    total: int
    days: int = Field(description="How many days the list covers")
    is_cut: bool = Field(
        description="Whether there are more addresses; these were requested most often"
    )


class MissedAddressKept(Schema):
    """The address that was dismissed or restored."""

    host: str
    path: str
    is_dismissed: bool
