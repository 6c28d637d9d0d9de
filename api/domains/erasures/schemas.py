"""Requests and answers about erasures."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema

PersonId = Annotated[
    str, StringConstraints(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")
]


class ErasePerson(OrgBody):
    """Whom to erase: a customer with everything they did, or one visitor of whom no more is known."""

    customer_id: PersonId | None = None
    visitor_id: PersonId | None = Field(
        None, description="As exports of events name the visitor; its customer, if any, stays"
    )


class ErasureStarted(Schema):
    """The work has begun; get-job tells how it goes."""

    erasure_id: str
    job_id: str


class ListErasures(ListBody):
    """A page of the organisation's erasures, newest first."""


class ErasureRead(Schema):
    """One erasure with its receipt: how much was erased where, never whose it was."""

    erasure_id: str
    subject: Literal["customer", "visitor"]
    state: Literal["asked", "done", "failed"]
    asked_at: datetime
    finished_at: datetime | None
    receipt: dict[str, Any]
