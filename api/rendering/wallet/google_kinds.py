"""How Google Wallet presents a pass, and which of its fields have their own position there."""

import re
from typing import Literal, get_args

from api.rendering.wallet.content import PassField, Trip, WalletPass

Kind = Literal["offer", "loyalty", "eventTicket", "transit", "flight", "generic"]
KINDS: tuple[Kind, ...] = get_args(Kind)

MOST_TEXTS = 10
"""Maximum number of text modules of an object that Google shows."""
_AIRPORT = re.compile(r"[A-Z]{3}")


def kind_of(content: WalletPass, *, has_logo: bool) -> Kind:
    """Return the vertical in which Google shows a pass. It cannot change later, and some verticals refuse passes
    without a logo.
    """
    if content.style == "coupon":
        return "offer"
    if content.style == "event_ticket":
        return "eventTicket"
    if content.trip is not None and is_flight(content.trip):
        return "flight"
    if content.style == "store_card" and has_logo:
        return "loyalty"
    if content.style == "boarding_pass" and has_logo:
        return "transit"
    return "generic"


def is_flight(trip: Trip) -> bool:
    """Return whether a trip has everything that Google's flight passes need."""
    return not missing_of_flight(trip)


def missing_of_flight(trip: Trip) -> list[str]:
    """Return what a trip lacks to be a flight at Google, as paths within it. For a trip other than by air, that is only
    `transit`.
    """
    if trip.transit != "air":
        return ["transit"]
    needed = ("carrier_code", "flight_number", "passenger", "confirmation", "departs_at")
    missing = [name for name in needed if not getattr(trip, name)]
    airports = ("origin_code", "destination_code")
    return missing + [it for it in airports if not _AIRPORT.fullmatch(getattr(trip, it) or "")]


def main_field(content: WalletPass) -> PassField | None:
    """Return the field that becomes a title or a balance at Google: the first primary one with a value."""
    return next((it for it in content.in_zone("primary") if str(it.value)), None)


def text_fields(content: WalletPass, kind: str) -> list[PassField]:
    """Return the fields that become text modules: all except the one with its own position."""
    taken = main_field(content) if kind in ("offer", "loyalty", "generic") else None
    order = ("header", "primary", "secondary", "auxiliary", "back")
    return [
        field
        for zone in order
        for field in content.fields
        if field.zone == zone and field is not taken
    ]
