"""Gettext catalogues of the product's texts for visitors: which there are, and what one says.

`visitors.pot` has the English texts, each under its name (`msgctxt`); a language has the same names in its `.po` file, which translation tools open. A text with a count has one form for each plural category of Unicode CLDR that whole numbers have in the language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

FOLDER: Final = Path(__file__).parent
TEMPLATE: Final = FOLDER / "visitors.pot"
ENGLISH: Final = "en"
TRANSLATIONS: Final = {
    "ar": "ar",
    "de": "de",
    "es": "es",
    "fr": "fr",
    "he": "he",
    "it": "it",
    "ja": "ja",
    "ko": "ko",
    "nl": "nl",
    "pl": "pl",
    "pt": "pt_PT",
    "pt-BR": "pt_BR",
    "tr": "tr",
    "uk": "uk",
    "zh": "zh",
}
"""Language tag to locale, in the order in which the regions of a language find theirs."""
_CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
_COUNTS: Final = range(1_000)
"""Each category of whole numbers in these languages has one of them."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A text that depends on a count: its forms by plural category."""

    forms: Mapping[str, str]
    locale: str

    def of(self, count: int, **values: object) -> str:
        """The form for this many, filled in; `{n}` is the number."""
        category = Locale.parse(self.locale).plural_form(count)
        return self.forms[category].format(n=count, **values)


Text = str | Counted


@cache
def plural_categories(locale: str) -> tuple[str, ...]:
    """The plural categories of whole numbers, in the order of a catalogue's forms."""
    rule = Locale.parse(locale).plural_form
    used = {rule(count) for count in _COUNTS}
    return tuple(it for it in _CATEGORIES if it in used)


def read_catalogue(path: Path, locale: str) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def read_texts(language: str) -> dict[str, Text]:
    """Every text of a language by its name."""
    if language == ENGLISH:
        english = read_catalogue(TEMPLATE, ENGLISH)
        return {name_of(it): _text(it.id, ENGLISH) for it in english if it.id}
    locale = TRANSLATIONS[language]
    catalogue = read_catalogue(FOLDER / f"{locale}.po", locale)
    return {name_of(it): _text(it.string, locale) for it in catalogue if it.id}


def locale_of(language: str) -> str:
    """The Unicode CLDR locale of one of the languages."""
    return "en_GB" if language == ENGLISH else TRANSLATIONS[language]


def name_of(message: Message) -> str:
    """What the code calls a text, as `pages.open`."""
    return str(message.context)


def _text(string: str | list[str] | tuple[str, ...] | None, locale: str) -> Text:
    if string is None or isinstance(string, str):
        return string or ""
    return Counted(dict(zip(plural_categories(locale), string, strict=True)), locale)
