"""The time zones of people, as the single source for quiet hours, local times of campaigns and best hours."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import phonenumbers
import pytz
from phonenumbers import timezone as phone_zones

from api.domains.people.consents.region_zones import REGION_ZONES
from warehouse.date_ranges import zone_of

NEAR = timedelta(hours=2)
"""Time zones that differ by more than this are not treated as one."""


def zone_of_phone(number: str, moment: datetime) -> str | None:
    """Return the time zone of a number in E.164, or None if the local time of its owner may be quite different.

    If a country's clocks are at most two hours apart, like those of Portugal and the Azores, it is the zone of its main
    part.
    """
    try:
        parsed = phonenumbers.parse(number)
    except phonenumbers.NumberParseException:
        return None
    names = phone_zones.time_zones_for_number(parsed)
    known = tuple(it for it in names if it != phone_zones.UNKNOWN_TIMEZONE)
    return _nearest(known, phonenumbers.region_code_for_number(parsed) or "", moment)


def zone_of_place(country: str, region: str, moment: datetime) -> str | None:
    """Return the time zone of a country's region (ISO 3166-1 alpha-2), as a scan has them. The result is None if the
    country's clocks differ by more than two hours and the region is not known.
    """
    known = tuple(pytz.country_timezones.get(country, ()))
    by_region = REGION_ZONES.get(country, {}).get(region.casefold())
    return by_region or _nearest(known, country, moment)


def country_of_phone(number: str) -> str:
    """Return the country of a number in E.164 (ISO 3166-1 alpha-2), or an empty text if it belongs to none."""
    try:
        return phonenumbers.region_code_for_number(phonenumbers.parse(number)) or ""
    except phonenumbers.NumberParseException:
        return ""


def _nearest(known: tuple[str, ...], country: str, moment: datetime) -> str | None:
    if len(known) <= 1:
        return known[0] if known else None
    offsets = [moment.astimezone(_zone(it)).utcoffset() or timedelta() for it in known]
    if max(offsets) - min(offsets) > NEAR:
        return None
    main = pytz.country_timezones.get(country, [])
    return next((it for it in main if it in known), known[0])


class PersonZones:
    """Time zones of people of one organisation, around one point in time."""

    def __init__(self, organization_zone: str, moment: datetime) -> None:
        self._default = organization_zone
        self._moment = moment

    def of(
        self, time_zone: str | None, phone: Callable[[], str | None], seen: str | None
    ) -> ZoneInfo:
        """Return a person's time zone: from their profile, else their number, else their last scan, else their
        organisation.

        `phone` is called only if it matters; `seen` is the zone of the last scan.
        """
        if time_zone is not None:
            return _zone(time_zone)
        number = phone()
        name = zone_of_phone(number, self._moment) if number is not None else None
        return _zone(name or seen or self._default)


@lru_cache(maxsize=1024)
def _zone(name: str) -> ZoneInfo:
    return zone_of(name)
