"""Request and response schemas of destination checks."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.kit.pagination import ListBody
from api.kit.schemas import Schema


class ListCodeHealth(ListBody):
    """List findings: all destinations of one code, or all that are broken. `filter` searches name, address and reason.
    Sort by broken_since, checked_at, name or url.
    """

    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="Every address of this code, including working ones"
    )


class DestinationFinding(Schema):
    """The finding for one address."""

    code_id: str
    name: str = Field(description="Name of the code")
    url: str
    state: Literal["fine", "broken", "private"]
    status: int | None = Field(description="HTTP status of the last response, if there was one")
    reason: str | None = Field(description="What is wrong, as text for users")
    checked_at: datetime
    broken_since: datetime | None
