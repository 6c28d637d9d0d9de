"""Read-only types of earning rules for other domains."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.promotions.loyalty.types import Unit

EarningKind = Literal["submit", "review", "order", "birthday", "scan", "check_in"]

Visit = Literal["given", "before", "unknown", "rough", "elsewhere"]
"""What became of a check-in: something was given, or had been today; or the phone did not say where it is, not exactly
enough, or is at none of the places.
"""

APART: dict[EarningKind, int] = {"scan": 1, "check_in": 1, "birthday": 330}
"""Days within which a rule of the kind gives one person something once."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a device says that it is."""

    latitude: float
    longitude: float
    accuracy_m: float


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that a customer did and that rules may give points for."""

    kind: EarningKind
    source: str
    """Names it within the organisation: the same source never counts twice for a rule."""
    at: datetime
    code_id: str | None = None
    amount_cents: int = 0
    currency: str | None = None
    position: Position | None = None
    event_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Earned:
    """What a rule gave for something; nothing where a cap left nothing."""

    rule_id: str
    name: str
    unit: Unit
    amount: int
    movement_id: str | None
