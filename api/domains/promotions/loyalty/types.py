"""Read-only types of the ledger for other domains, which change it through the service."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Unit = Literal["points", "stamps"]
Reason = Literal["given", "earned", "correction", "redeem", "refund", "undo", "undo_redeem"]

UNITS: tuple[Unit, ...] = ("points", "stamps")
NOT_FOR_TIERS: tuple[Reason, ...] = ("redeem", "undo_redeem")
"""Spending and refunds of spending neither raise a tier nor lower it."""


@dataclass(frozen=True, slots=True)
class Balance:
    """A customer's balance in one unit."""

    unit: Unit
    available: int = 0
    pending: int = 0
    """The amount that is not available yet."""
    next_expiry: datetime | None = None
    expiring: int = 0
    """The part of `available` that expires at `next_expiry`."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Entries that were written together: one gain, or amounts taken from one or more lots."""

    movement_id: str
    unit: Unit
    amount: int
    is_new: bool = True
    """False if its idempotency key was already used for the same movement."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Why an entry is recorded, and by whom."""

    idempotency_key: str
    recorded_by: str | None = None
    note: str | None = None
    code_id: str | None = None
    event_id: UUID | None = None
    """The event for which the entry is recorded, if there is one."""
