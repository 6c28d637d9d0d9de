"""Read-only types of earning rules for other domains."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.promotions.loyalty.types import Unit

EarningKind = Literal["submit", "review", "order", "birthday", "scan", "check_in"]

Visit = Literal["given", "before", "unknown", "rough", "elsewhere"]
"""The outcome of a check-in: something was given, or already had been today; or the phone did not report its position,
was not accurate enough, or is not at any of the places.
"""

APART: dict[EarningKind, int] = {"scan": 1, "check_in": 1, "birthday": 330}
"""The number of days within which a rule of this kind rewards a person only once."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position as a device reports it."""

    latitude: float
    longitude: float
    accuracy_m: float


@dataclass(frozen=True, slots=True)
class Happening:
    """An action of a customer for which rules may give points."""

    kind: EarningKind
    source: str
    """Identifies the action within the organisation: a source never counts twice for the same rule."""
    at: datetime
    code_id: str | None = None
    amount_cents: int = 0
    currency: str | None = None
    position: Position | None = None
    event_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Earned:
    """What a rule gave for an action; nothing if no cap left room."""

    rule_id: str
    name: str
    unit: Unit
    amount: int
    movement_id: str | None
