"""Currencies of organisations, from Unicode's CLDR."""

from babel.numbers import get_territory_currencies, list_currencies

from api.kit.territories import territory_of

FALLBACK = "USD"
KNOWN_CURRENCIES = frozenset(list_currencies())


def currency_of(locale: str) -> str:
    """Return the currency (ISO 4217) of a locale's territory, such as `EUR` for `de-AT`. The default is US dollars."""
    current = get_territory_currencies(territory_of(locale) or "")
    return current[0] if current else FALLBACK
