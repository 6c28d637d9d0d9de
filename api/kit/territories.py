"""The territory of a locale, from which currency, first day of the week and calling code are derived."""

from babel.core import get_global


def territory_of(locale: str) -> str | None:
    """Return the territory (ISO 3166, or a region of UN M.49 such as `419`) of a locale such as `zh-Hant-TW`.

    For a language without a territory, this is the one with most speakers, from Unicode's CLDR; None if that is not
    known.
    """
    language, *rest = locale.split("-")
    likely = get_global("likely_subtags").get(language, "").split("_")
    return next((it.upper() for it in (*rest, *likely[1:]) if _is_territory(it)), None)


def _is_territory(subtag: str) -> bool:
    return (len(subtag) == 2 and subtag.isalpha()) or (len(subtag) == 3 and subtag.isdigit())
