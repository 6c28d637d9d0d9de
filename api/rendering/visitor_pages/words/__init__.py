"""The product's own words to visitors, in the languages that pages can be written in.

A file of texts for each; English decides which there are, and is spoken to whoever reads none of them.
"""

from api.kit.languages import choose
from api.kit.visitor_language import asked_for
from api.rendering.visitor_pages.words.vocabulary import Words, read_words

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "es", "fr", "it", "nl", "pl", "pt", "tr", "uk")

WORDS = {language: read_words(language) for language in LANGUAGES}


def words_in(language: str | None) -> Words:
    """The words of a language, for its regions too; English where there are none."""
    return WORDS[choose(WORDS, ENGLISH, language, "")]


def spoken() -> Words:
    """The words for the visitor whose request this is: in the language that the address asks for, else the
    best that the browser accepts.
    """
    asked, accepted = asked_for()
    return WORDS[choose(WORDS, ENGLISH, asked, accepted)]


__all__ = ["ENGLISH", "LANGUAGES", "WORDS", "Words", "spoken", "words_in"]
