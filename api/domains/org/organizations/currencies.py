"""Currencies of organisations, from Unicode's CLDR."""

from babel.core import get_global
from babel.numbers import get_territory_currencies, list_currencies

FALLBACK = "USD"
KNOWN_CURRENCIES = frozenset(list_currencies())


def currency_of(locale: str) -> str:
    """The currency (ISO 4217) of a locale's territory, such as `EUR` for `de-AT`.

    A language without a territory has that of the territory with most speakers; without any it is US dollars.
    """
    language, *rest = locale.split("-")
    likely = get_global("likely_subtags").get(language, "").split("_")
    for part in (*rest, *likely[1:]):
        if len(part) == 2:
            current = get_territory_currencies(part.upper())
            return current[0] if current else FALLBACK
    return FALLBACK
