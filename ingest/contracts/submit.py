"""A visitor sent a form."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from ingest.contracts.envelope import Contract, Event, Id, Text

Sealed = Annotated[str, StringConstraints(max_length=131_072, pattern=r"^[A-Za-z0-9_=.-]*$")]


class SubmitData(Contract):
    submission_id: Id
    form: Text | None = None
    fields: tuple[Text, ...] = Field((), max_length=200)
    """Names of the fields that were answered; the answers themselves are in `sealed`."""
    sealed: Sealed | None = None
    """The answers, encrypted with the customer's key, so that deleting the key erases them."""
    is_new_customer: bool = False
    consents: tuple[Text, ...] = Field((), max_length=50)


class SubmitRecorded(Event):
    type: Literal["submit"] = "submit"
    version: Literal[1] = 1
    data: SubmitData
