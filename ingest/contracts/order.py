"""A shop or till reported an order of a known visitor or campaign."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Currency, Event, Text


class OrderData(Contract):
    order_id: Text
    source: Text
    """Which connection reported it."""
    status: Literal["placed", "paid", "refunded", "cancelled"]
    amount_cents: Cents
    """What this report adds to the takings; negative for a refund."""
    currency: Currency
    item_count: int | None = Field(None, ge=0, le=2**31 - 1)


class OrderRecorded(Event):
    type: Literal["order"] = "order"
    version: Literal[1] = 1
    data: OrderData
