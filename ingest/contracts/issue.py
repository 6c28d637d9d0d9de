"""Promo codes or one-time codes of a batch were created or withdrawn. One event has their number."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Contract, Event, Id, Utc


class IssueData(Contract):
    batch_id: Id
    kind: Literal["one_time_code", "promo_code"]
    action: Literal["issued", "voided"]
    codes: int = Field(ge=1, le=2**31 - 1)
    """How many codes; of those withdrawn, the ones that could still be used."""
    uses: int | None = Field(None, ge=0, le=2**53)
    """Uses that these codes allow, or that are lost with them; None where they have no end."""
    ends_at: Utc | None = None
    """From when on none of the batch is good any more."""


class IssueRecorded(Event):
    type: Literal["issue"] = "issue"
    version: Literal[1] = 1
    code_id: Id
    """The code that the batch was made of, or whose lock it opens."""
    data: IssueData
