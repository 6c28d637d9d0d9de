"""Read-only types of the ledger for other domains, which change it through the service."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Unit = Literal["points", "stamps"]
Reason = Literal["given", "earned", "correction", "redeem", "refund", "undo", "undo_redeem"]

UNITS: tuple[Unit, ...] = ("points", "stamps")
NOT_FOR_TIERS: tuple[Reason, ...] = ("redeem", "undo_redeem")
"""Spending and getting back what was spent neither raises a tier nor lowers one."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What a customer has of one unit."""

    unit: Unit
    available: int = 0
    pending: int = 0
    """Not yet available."""
    next_expiry: datetime | None = None
    expiring: int = 0
    """How much of `available` expires at `next_expiry`."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Entries that were written together: one gain, or what was taken from one or more lots."""

    movement_id: str
    unit: Unit
    amount: int
    is_new: bool = True
    """False when its idempotency key had been used for the same before."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Why and by whom something is recorded."""

    idempotency_key: str
    recorded_by: str | None = None
    note: str | None = None
    code_id: str | None = None
    event_id: UUID | None = None
    """The event for which it is recorded, where it has one."""
