"""A reward was given to a customer, redeemed, or its redemption was undone."""

from typing import Annotated, Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Event, Id, Utc


class AwardData(Contract):
    reward_id: Id
    action: Literal["given", "redeemed", "undone"]
    source: Literal["bought", "given"]
    """Whether the customer takes it for its price, or was given it."""
    unit: Literal["points", "stamps"]
    price: Annotated[int, Field(ge=0, le=2**53)]
    """What the customer paid for it in the unit; 0 for what was given."""
    cost_cents: Cents | None = None
    """What one cost the organisation or who pays for it then, where that is known."""
    awarded_at: Utc
    """When the customer got it: with `bought` the moment of the redemption."""
    expires_at: Utc | None = Field(None, description="absent: never")


class AwardRecorded(Event):
    type: Literal["award"] = "award"
    version: Literal[1] = 1
    data: AwardData
