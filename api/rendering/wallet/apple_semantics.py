"""The meaning of a pass as Apple's semantic tags, from which phones recognise a seat, a flight or a venue.

Source: developer.apple.com/documentation/walletpasses/semantictags.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from api.rendering.wallet.content import Event, EventKind, Trip, WalletPass

_EVENTS: Mapping[EventKind, str] = {
    "generic": "PKEventTypeGeneric",
    "live_performance": "PKEventTypeLivePerformance",
    "movie": "PKEventTypeMovie",
    "sports": "PKEventTypeSports",
    "conference": "PKEventTypeConference",
    "convention": "PKEventTypeConvention",
    "workshop": "PKEventTypeWorkshop",
    "social_gathering": "PKEventTypeSocialGathering",
}


def semantic_tags(content: WalletPass) -> dict[str, Any]:
    """Return the tags of a pass, without those for which it has no value."""
    tags: dict[str, Any] = {}
    if content.event is not None:
        tags = _of_event(content.event)
    elif content.trip is not None:
        tags = _of_trip(content.trip)
    elif content.style == "store_card":
        tags = _of_card(content)
    return {name: value for name, value in tags.items() if value}


def apple_moment(moment: datetime) -> str:
    """Return a point in time in Apple's format, in UTC."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _of_event(event: Event) -> dict[str, Any]:
    seat = {"seatNumber": event.seat, "seatRow": event.row, "seatSection": event.section}
    place = (
        {"latitude": event.latitude, "longitude": event.longitude}
        if event.latitude is not None and event.longitude is not None
        else None
    )
    return {
        "eventType": _EVENTS[event.kind],
        "eventName": event.name,
        "venueName": event.venue,
        "venueRoom": event.room,
        "venueRegionName": event.region,
        "venueLocation": place,
        "eventStartDate": apple_moment(event.starts_at),
        "eventEndDate": apple_moment(event.ends_at) if event.ends_at else None,
        "performerNames": list(event.performers),
        "homeTeamAbbreviation": event.home_team,
        "awayTeamAbbreviation": event.away_team,
        "seats": [known] if (known := {it: text for it, text in seat.items() if text}) else None,
    }


def _of_trip(trip: Trip) -> dict[str, Any]:
    shared = {
        "originalDepartureDate": apple_moment(trip.departs_at) if trip.departs_at else None,
        "originalArrivalDate": apple_moment(trip.arrives_at) if trip.arrives_at else None,
        "originalBoardingDate": apple_moment(trip.boards_at) if trip.boards_at else None,
        "departureTerminal": trip.terminal,
        "departureGate": trip.gate,
        "boardingGroup": trip.boarding_group,
        "confirmationNumber": trip.confirmation,
        "passengerName": _name(trip.passenger) if trip.passenger else None,
        "seats": [{"seatNumber": trip.seat}] if trip.seat else None,
    }
    if trip.transit != "air":
        return {
            **shared,
            "departureStationName": trip.origin,
            "destinationStationName": trip.destination,
            "vehicleNumber": trip.vehicle_number,
        }
    number = trip.flight_number or ""
    return {
        **shared,
        "departureAirportCode": trip.origin_code,
        "destinationAirportCode": trip.destination_code,
        "airlineCode": trip.carrier_code,
        "flightNumber": int(number) if number.isdecimal() else None,
        "flightCode": f"{trip.carrier_code}{number}" if trip.carrier_code and number else None,
    }


def _of_card(content: WalletPass) -> dict[str, Any]:
    money = next(
        (it for it in content.in_zone("primary") if it.format == "currency"),
        None,
    )
    if money is None or not isinstance(money.value, Decimal):
        return {"membershipProgramName": content.title}
    return {"balance": {"amount": f"{money.value:f}", "currencyCode": money.currency}}


def _name(name: str) -> dict[str, str]:
    first, _, rest = name.partition(" ")
    return {"givenName": first, "familyName": rest} if rest else {"givenName": first}
