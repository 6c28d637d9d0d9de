"""Requests and answers about destinations."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.pagination import ListBody
from api.kit.schemas import Schema


class ListCodeHealth(ListBody):
    """Which findings: those of one code, or all that are not fine. `filter` looks into name, address and
    reason; sort by broken_since, checked_at, name, url.
    """

    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="Every address of this code, the fine ones too"
    )


class DestinationFinding(Schema):
    """What was found at one address."""

    code_id: str
    name: str = Field(description="Name of the code")
    url: str
    state: Literal["fine", "broken", "private"]
    status: int | None = Field(description="HTTP status of the last answer, if there was one")
    reason: str | None = Field(description="What is wrong, for people")
    checked_at: datetime
    broken_since: datetime | None
