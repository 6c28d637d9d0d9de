"""A prize of a game was awarded to a play, claimed by its winner, or expired unclaimed."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Event, Id, Utc


class PrizeData(Contract):
    game_id: Id
    play_id: Id
    prize_id: Id
    action: Literal["awarded", "claimed", "expired"]
    kind: Literal["screen", "form", "code", "reward", "points", "pass"]
    """What the prize gives."""
    cost_cents: Cents | None = Field(None, description="what one costs the organisation")
    awarded_at: Utc


class PrizeRecorded(Event):
    type: Literal["prize"] = "prize"
    version: Literal[1] = 1
    data: PrizeData
