"""Boarding passes in Google Wallet's format: flights, and trips by other means."""

from typing import Any

from api.rendering.wallet.content import Trip, WalletPass
from api.rendering.wallet.google_texts import Texts

Document = dict[str, Any]

_TRANSITS = {"air": "OTHER", "boat": "FERRY", "bus": "BUS", "train": "RAIL", "generic": "OTHER"}


def transit(
    content: WalletPass, texts: Texts, logo: Document | None, wide: Document | None
) -> tuple[Document, Document]:
    """Return the class and the object of a trip, without their IDs."""
    trip = _trip(content)
    class_document = {
        "issuerName": content.organization,
        "reviewStatus": "UNDER_REVIEW",
        "transitType": _TRANSITS[trip.transit],
        "transitOperatorName": texts.same(content.organization),
        "hexBackgroundColor": content.background,
        "logo": logo,
        "wideLogo": wide,
    }
    object_document = {
        "tripType": "ONE_WAY",
        "ticketLeg": _leg(trip, texts),
        "hexBackgroundColor": content.background,
        "passengerNames": trip.passenger,
    }
    return _known(class_document), _known(object_document)


def flight(
    content: WalletPass, texts: Texts, logo: Document | None, wide: Document | None
) -> tuple[Document, Document]:
    """Return the class and the object of a flight, without their IDs.

    Values that the trip has lost since it became a flight are left out, so that Google keeps its own.
    """
    trip = _trip(content)
    carrier = {
        "carrierIataCode": trip.carrier_code,
        "airlineName": texts.same(content.organization),
        "airlineLogo": logo,
        "wideAirlineLogo": wide,
    }
    origin = {
        "airportIataCode": trip.origin_code,
        "airportNameOverride": texts.same(trip.origin),
        "gate": trip.gate,
        "terminal": trip.terminal,
    }
    destination = {
        "airportIataCode": trip.destination_code,
        "airportNameOverride": texts.same(trip.destination),
    }
    here, there = trip.origin_time_zone, trip.destination_time_zone
    class_document = {
        "issuerName": content.organization,
        "reviewStatus": "UNDER_REVIEW",
        "flightHeader": _known({"carrier": _known(carrier), "flightNumber": trip.flight_number}),
        "origin": _known(origin),
        "destination": _known(destination),
        "localScheduledDepartureDateTime": texts.local(trip.departs_at, here),
        "localScheduledArrivalDateTime": texts.local(trip.arrives_at, there),
        "localBoardingDateTime": texts.local(trip.boards_at, here),
        "hexBackgroundColor": content.background,
    }
    seating = {"seatNumber": trip.seat, "boardingGroup": trip.boarding_group}
    object_document = {
        "passengerName": trip.passenger,
        "reservationInfo": _known({"confirmationCode": trip.confirmation}),
        "hexBackgroundColor": content.background,
        "boardingAndSeatingInfo": _known(seating),
    }
    return _known(class_document), _known(object_document)


def _leg(trip: Trip, texts: Texts) -> Document:
    return _known(
        {
            "originName": texts.same(trip.origin),
            "destinationName": texts.same(trip.destination),
            # Google accepts the code of the destination only together with that of the origin.
            "originStationCode": trip.origin_code,
            "destinationStationCode": trip.destination_code if trip.origin_code else None,
            "departureDateTime": texts.moment(trip.departs_at) if trip.departs_at else None,
            "arrivalDateTime": texts.moment(trip.arrives_at) if trip.arrives_at else None,
            "carriage": trip.vehicle_number,
            "ticketSeat": {"seat": trip.seat} if trip.seat else None,
        }
    )


def _trip(content: WalletPass) -> Trip:
    assert content.trip is not None, "boarding passes have one"
    return content.trip


def _known(document: Document) -> Document:
    return {name: value for name, value in document.items() if value}
