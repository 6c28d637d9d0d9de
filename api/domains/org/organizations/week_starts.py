"""The first day of the week by locale, from Unicode's CLDR."""

from api.kit.territories import territory_of

_DAYS = {
    "saturday": "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
    "sunday": (
        "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX"
        " MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW"
    ),
}
_BY_TERRITORY = {name: day for day, several in _DAYS.items() for name in several.split()}


def week_start_of(locale: str) -> str:
    """Return the first day of the week in the territory of a locale such as `en-US`. The default is Monday."""
    return _BY_TERRITORY.get(territory_of(locale) or "", "monday")
