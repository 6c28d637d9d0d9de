"""Types of promo locks, and the messages for visitors."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

DEFAULT_RADIUS_M = 200


class Reason(StrEnum):
    """Why the lock does not open."""

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
    Reason.UNKNOWN: "This promo code is not valid for this page. Check it and try again.",
    Reason.WITHDRAWN: "This promo code was withdrawn.",
    Reason.NOT_YET: "This promo code is not valid yet.",
    Reason.OVER: "This promo code is no longer valid.",
    Reason.USED_UP: "This promo code has been used up.",
    Reason.USED_BY_YOU: "You have already used this promo code.",
    Reason.NO_LOCATION: "This promo code only works at one place. Share your location and try again.",
    Reason.TOO_FAR: "This promo code only works at one place, and you are too far away.",
    Reason.TOO_ROUGH: "This promo code only works at one place, and your location is not precise enough. "
    "Allow precise location, or step outside, and try again.",
    Reason.CLOSED: "This page is not open at the moment.",
}
"""The messages for visitors."""


class PromoState(StrEnum):
    """The state of a promo code in the members' list."""

    OPEN = "open"
    USED_UP = "used_up"
    NOT_YET = "not_yet"
    OVER = "over"
    WITHDRAWN = "withdrawn"


class Location(NamedTuple):
    """A location reported by a device, never one derived from a network address."""

    latitude: float
    longitude: float
    accuracy_m: float = 0
    """The accuracy in metres that the device reports."""


@dataclass(frozen=True, slots=True)
class Terms:
    """When, where and how often a promo code can be used."""

    max_uses: int | None = None
    uses_per_customer: int | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    place: Location | None = None
    radius_m: int = DEFAULT_RADIUS_M


class Customer(NamedTuple):
    """The user of a promo code: the blind index of an email address or phone number, otherwise the browser."""

    key: str
    kind: Literal["email", "phone", "visitor", "device"]
    sealed: str | None = None
    """The email address or phone number, encrypted with the installation's sealing key."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A lock that was opened, by a promo code or the master key, and until when."""

    kind: Literal["promo", "master"]
    epoch: int
    until: datetime
    use_id: str | None = None
    """None if the lock was already open for the visitor."""


@dataclass(frozen=True, slots=True)
class StillLocked:
    """A lock that was not opened, and why."""

    reason: Reason

    @property
    def message(self) -> str:
        """The message for the visitor."""
        return MESSAGES[self.reason]
