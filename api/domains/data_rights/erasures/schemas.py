"""Requests and answers about erasures."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema

PersonId = Annotated[
    str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
]

Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=320)]
Subject = Literal["customer", "visitor"]
State = Literal["asked", "done", "failed"]


class ErasePerson(OrgBody):
    """Whom to erase: a customer with everything they did, or one visitor of whom no more is known."""

    customer_id: PersonId | None = None
    email: Address | None = Field(None, description="The customer who gave this address")
    phone: Address | None = Field(
        None,
        description="The customer who gave this number; without a country code it is read as one of"
        " the organisation's country",
    )
    visitor_id: PersonId | None = Field(
        None,
        description="The visitor's id or name, as exports of events have both; its customer, if any, stays",
    )
    erasure_id: PersonId | None = Field(
        None, description="An erasure that was asked for and did not succeed: go on with it"
    )


class ErasureStarted(Schema):
    """The work has begun; get-job tells how it goes."""

    erasure_id: str
    job_id: str


class ListErasures(ListBody):
    """A page of the organisation's erasures, newest first. `filter` looks into the subject; sort by asked_at,
    finished_at, subject.
    """


class ErasureRead(Schema):
    """One erasure with its receipt: how much was erased where, never whose it was."""

    erasure_id: str
    subject: Subject
    state: State = Field(
        description="Failed: it is not done, and nothing works on it until it is asked for again"
    )
    author: str | None = Field(description="Who asked; null for keys and who has left")
    asked_at: datetime
    finished_at: datetime | None
    receipt: dict[str, Any]
