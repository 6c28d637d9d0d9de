"""Requests and responses about the activity of codes."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.codes.codes.listing_schemas import ListCodes
from api.domains.insights.analytics.schemas import Answered
from api.kit.pagination import MAX_PAGE_SIZE
from api.kit.schemas import OrgBody, Schema


class GetCodeActivity(OrgBody):
    """The codes of one page of the list."""

    code_ids: list[Annotated[str, StringConstraints(max_length=64)]] = Field(
        max_length=MAX_PAGE_SIZE
    )


class CodeActivityRead(Schema):
    """A code's scans in the last 30 days, without bots and link previews."""

    code_id: str
    scans: int
    people: int
    days: list[int] = Field(description="Scans on each of the 30 days, today last")
    last_scan_on: date | None = Field(
        description="Day of its last scan, within the 30 days or before; null if it was never scanned"
    )
    children: int = Field(description="Number of its children, without one-time codes")


class CodeActivityAnswer(Answered):
    """The activity of the requested codes, in the same order."""

    items: list[CodeActivityRead]


class ListCodesByActivity(ListCodes):
    """A page of the list of codes by their activity."""

    by: Literal["scans", "people", "last_scan"] | None = Field(
        "scans", description="What the codes are sorted by; null for the order of `sort`"
    )
    ascending: bool = Field(False, description="The least active first instead of the most active")
    scanned: bool | None = Field(
        None, description="Only codes that were scanned in the last 30 days, or only the others"
    )
