"""The first day of the week by locale, from Unicode's CLDR."""

import re

_TERRITORIES = {
    "saturday": "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY",
    "sunday": (
        "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX"
        " MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW"
    ),
}
_LANGUAGES = {
    "saturday": "ar fa ps",
    "sunday": (
        "af am as bn dz en gu he hi id is ja jv km kn ko ks lo ml mr mt my ne or pa pt qu sm su ta te th ti"
        " tn ts ur xh zu"
    ),
}
"""For languages without a territory: by the territory with most speakers."""


def _by_name(names: dict[str, str]) -> dict[str, str]:
    return {name: day for day, several in names.items() for name in several.split()}


_BY_TERRITORY, _BY_LANGUAGE = _by_name(_TERRITORIES), _by_name(_LANGUAGES)
_TERRITORY = re.compile(r"[A-Za-z]{2}|[0-9]{3}")


def week_start_of(locale: str) -> str:
    """The first day of the week for a locale such as `en-US`; Monday by default."""
    language, *rest = locale.split("-")
    territory = next((part for part in rest if _TERRITORY.fullmatch(part)), None)
    if territory is not None:
        return _BY_TERRITORY.get(territory.upper(), "monday")
    return _BY_LANGUAGE.get(language, "monday")
