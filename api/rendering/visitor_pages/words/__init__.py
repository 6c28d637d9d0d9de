"""The product's own texts for visitors, in each language of the catalogues.

English defines which texts there are and is used when a visitor reads no other language.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from api.kit.languages import choose
from api.kit.request_context import current_request, language_in
from api.rendering.visitor_pages.words.catalogues import ENGLISH, TRANSLATIONS
from api.rendering.visitor_pages.words.vocabulary import Words, read_words

LANGUAGES = (ENGLISH, *TRANSLATIONS)


class _InEachLanguage(Mapping[str, Words]):
    """Reads a language when it is first asked for: `update` runs while catalogues still lack a new text."""

    def __getitem__(self, language: str) -> Words:
        return _read(language)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


@cache
def _read(language: str) -> Words:
    if language not in LANGUAGES:
        raise KeyError(language)
    return read_words(language)


WORDS: Mapping[str, Words] = _InEachLanguage()


def words_in(language: str | None) -> Words:
    """The texts of a language, for its regions too; English where there are none."""
    return WORDS[choose(WORDS, ENGLISH, language, "")]


def spoken() -> Words:
    """The texts for the current visitor: in the language of the address, else the best that the browser accepts."""
    request = current_request()
    if request is None:
        return WORDS[ENGLISH]
    language = language_in(request.query)
    return WORDS[choose(WORDS, ENGLISH, language, request.accept_language)]


__all__ = ["ENGLISH", "LANGUAGES", "WORDS", "Words", "spoken", "words_in"]
