"""Points or stamps were added to or removed from a customer's ledger: one event for each entry."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Event, Id, Utc


class PointsData(Contract):
    entry_id: Id
    movement_id: Id
    """Entries that were written together."""
    lot_id: Id
    """The gain that the entry belongs to: its own id, or that of the entry from which it takes."""
    unit: Literal["points", "stamps"]
    amount: Cents
    """Signed: what is taken is negative."""
    reason: Literal["given", "earned", "correction", "redeem", "refund", "undo", "undo_redeem"]
    available_from: Utc
    expires_at: Utc | None = Field(None, description="absent: never")


class PointsRecorded(Event):
    type: Literal["points"] = "points"
    version: Literal[1] = 1
    customer_key: Id
    data: PointsData
