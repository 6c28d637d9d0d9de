"""Request and response schemas of erasures."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import OneLine

PersonId = Annotated[
    str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
]

Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=320)]
Reason = Annotated[str, OneLine(500)]
Subject = Literal["customer", "visitor"]
State = Literal["asked", "done", "failed"]


class ErasePerson(OrgBody):
    """Erase a customer with everything they did, or one visitor."""

    customer_id: PersonId | None = None
    email: Address | None = Field(None, description="The customer with this address")
    phone: Address | None = Field(
        None,
        description="The customer with this number; without a country code, it is read as a number in the"
        " organisation's country",
    )
    visitor_id: PersonId | None = Field(
        None,
        description="The visitor's id or short name, as in event exports; a linked customer is kept",
    )
    erasure_id: PersonId | None = Field(None, description="An erasure that failed: continue it")
    reason: Reason | None = Field(
        None, description="The reason. It is kept with the receipt, so it must not name the person"
    )


class ErasureStarted(Schema):
    """The job has started; `get-job` has its state."""

    erasure_id: str
    job_id: str


class ListErasures(ListBody):
    """A page of the organisation's erasures, newest first. `filter` searches the subject. Sort by asked_at, finished_at
    or subject.
    """


class ErasureRead(Schema):
    """One erasure with its receipt: how much was erased where. The person is not named."""

    erasure_id: str
    subject: Subject
    state: State = Field(
        description="Failed: the erasure is incomplete; request it again to continue"
    )
    author: str | None = Field(
        description="The member who requested it; null for keys and former members"
    )
    reason: str | None = Field(description="The reason, as the member wrote it")
    asked_at: datetime
    finished_at: datetime | None
    receipt: dict[str, Any]
