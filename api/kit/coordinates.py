"""Geographical coordinates, stored as the properties `latitude` and `longitude`, and the distance between places."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import asin, cos, radians, sin, sqrt

LATITUDE, LONGITUDE = "latitude", "longitude"
NAMES = (LATITUDE, LONGITUDE)
_MOST = {LATITUDE: 90.0, LONGITUDE: 180.0}


@dataclass(frozen=True)
class Coordinates:
    """Latitude and longitude, in degrees north and east."""

    latitude: float
    longitude: float


EARTH_RADIUS_KM = 6371.0088
"""The mean radius of the Earth (IUGG)."""


def distance_km(
    latitude: float, longitude: float, to_latitude: float, to_longitude: float
) -> float:
    """Return the great-circle distance in kilometres between two points in degrees (haversine)."""
    north, east = radians(to_latitude - latitude), radians(to_longitude - longitude)
    half = (
        sin(north / 2) ** 2
        + cos(radians(latitude)) * cos(radians(to_latitude)) * sin(east / 2) ** 2
    )
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(half)))


def coordinates_of(properties: Mapping[str, str]) -> Coordinates | None:
    """Return the coordinates in the properties, or None if either is missing or invalid."""
    degrees = [_degrees(name, properties.get(name, "")) for name in NAMES]
    latitude, longitude = degrees
    return None if latitude is None or longitude is None else Coordinates(latitude, longitude)


def located(properties: dict[str, str]) -> dict[str, str]:
    """Return the same properties after checking their coordinates.

    Raises:
        ValueError: a latitude or longitude is not valid, or one is missing.
    """
    for name in NAMES:
        if name in properties and _degrees(name, properties[name]) is None:
            most = f"{_MOST[name]:.0f}"
            raise ValueError(f"{name} is a number of degrees from -{most} to {most}")
    if (LATITUDE in properties) is not (LONGITUDE in properties):
        raise ValueError("latitude and longitude are required together")
    return properties


def without_coordinates(properties: Mapping[str, str]) -> dict[str, str]:
    """Return the properties without coordinates."""
    return {name: value for name, value in properties.items() if name not in NAMES}


def _degrees(name: str, text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    # NaN is never within bounds.
    return value if -_MOST[name] <= value <= _MOST[name] else None
