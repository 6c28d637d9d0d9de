"""Words and shapes of promo locks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

DEFAULT_RADIUS_M = 200


class Reason(StrEnum):
    """Why a lock stays locked."""

    UNKNOWN = "unknown"
    WITHDRAWN = "withdrawn"
    NOT_YET = "not_yet"
    OVER = "over"
    USED_UP = "used_up"
    USED_BY_YOU = "used_by_you"
    NO_LOCATION = "no_location"
    TOO_FAR = "too_far"
    TOO_ROUGH = "too_rough"
    CLOSED = "closed"


MESSAGES: Mapping[Reason, str] = {
    Reason.UNKNOWN: "This is no promo code of this page. Check it once more.",
    Reason.WITHDRAWN: "This promo code was withdrawn.",
    Reason.NOT_YET: "This promo code is not valid yet.",
    Reason.OVER: "This promo code is no longer valid.",
    Reason.USED_UP: "This promo code has been used up.",
    Reason.USED_BY_YOU: "You have used this promo code already.",
    Reason.NO_LOCATION: "This promo code works at one place only. Allow your location and try again.",
    Reason.TOO_FAR: "This promo code works at one place only, and you are too far from it.",
    Reason.TOO_ROUGH: "This promo code works at one place only, and your device knows too roughly where "
    "you are. Allow its precise location, or step outside, and try again.",
    Reason.CLOSED: "This page is not open at the moment.",
}
"""What visitors are told."""


class PromoState(StrEnum):
    """How a promo code stands in the owner's list."""

    OPEN = "open"
    USED_UP = "used_up"
    NOT_YET = "not_yet"
    OVER = "over"
    WITHDRAWN = "withdrawn"


class Location(NamedTuple):
    """A point that a device gave of itself. Nothing guessed from an address is ever one."""

    latitude: float
    longitude: float
    accuracy_m: float = 0
    """So far off the device may be, as it says itself."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a promo code asks for: when, where, how often."""

    max_uses: int | None = None
    uses_per_customer: int | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    place: Location | None = None
    radius_m: int = DEFAULT_RADIUS_M


class Customer(NamedTuple):
    """Who uses a promo code: what they said of themselves, else the browser they came with."""

    key: str
    kind: Literal["email", "phone", "visitor", "device"]


@dataclass(frozen=True, slots=True)
class Opened:
    """A lock that opened: for how long, by what."""

    what: Literal["promo", "master"]
    epoch: int
    until: datetime
    use_id: str | None = None
    """None when the visitor had opened it before and it is still open for them."""


@dataclass(frozen=True, slots=True)
class StillLocked:
    """A lock that did not open, and why."""

    reason: Reason

    @property
    def message(self) -> str:
        """What the visitor is told."""
        return MESSAGES[self.reason]
