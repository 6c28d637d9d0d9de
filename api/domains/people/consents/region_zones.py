"""Time zones of regions in countries whose clocks differ by more than two hours (IANA Time Zone Database).

For a region with two zones, it is the one in which most of its people live.
"""

from collections.abc import Mapping

_US = {
    "America/New_York": (
        "Connecticut Delaware Florida Georgia Indiana Kentucky Maine Maryland Massachusetts Michigan New_Hampshire"
        " New_Jersey New_York North_Carolina Ohio Pennsylvania Rhode_Island South_Carolina Vermont Virginia"
        " West_Virginia District_of_Columbia Washington,_D.C."
    ),
    "America/Chicago": (
        "Alabama Arkansas Illinois Iowa Kansas Louisiana Minnesota Mississippi Missouri Nebraska North_Dakota"
        " Oklahoma South_Dakota Tennessee Texas Wisconsin"
    ),
    "America/Denver": "Colorado Idaho Montana New_Mexico Utah Wyoming",
    "America/Phoenix": "Arizona",
    "America/Los_Angeles": "California Nevada Oregon Washington",
    "America/Anchorage": "Alaska",
    "Pacific/Honolulu": "Hawaii",
}
_CA = {
    "America/Toronto": "Ontario Quebec Québec",
    "America/Halifax": "New_Brunswick Nova_Scotia Prince_Edward_Island",
    "America/St_Johns": "Newfoundland_and_Labrador",
    "America/Winnipeg": "Manitoba",
    "America/Regina": "Saskatchewan",
    "America/Edmonton": "Alberta Northwest_Territories",
    "America/Vancouver": "British_Columbia",
    "America/Whitehorse": "Yukon",
}
_AU = {
    "Australia/Sydney": "New_South_Wales Australian_Capital_Territory",
    "Australia/Melbourne": "Victoria",
    "Australia/Brisbane": "Queensland",
    "Australia/Hobart": "Tasmania",
    "Australia/Adelaide": "South_Australia",
    "Australia/Darwin": "Northern_Territory",
    "Australia/Perth": "Western_Australia",
}


def _by_region(zones: Mapping[str, str]) -> dict[str, str]:
    return {
        name.replace("_", " ").casefold(): zone
        for zone, names in zones.items()
        for name in names.split()
    }


REGION_ZONES: Mapping[str, Mapping[str, str]] = {
    "US": _by_region(_US),
    "CA": _by_region(_CA),
    "AU": _by_region(_AU),
}
"""Zones by country (ISO 3166-1 alpha-2) and the name of the region in lower case."""
