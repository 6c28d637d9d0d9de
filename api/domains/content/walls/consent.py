"""What a visitor agrees to: the words of the wall, or ours in the visitor's language until it has its own."""

from api.rendering.visitor_pages.words import ENGLISH, WORDS, spoken

DEFAULT = WORDS[ENGLISH].wall_default_consent
"""What a wall keeps that nobody wrote words for."""


def is_ours(text: str) -> bool:
    """Whether a wall uses the default consent text."""
    return text.split() == DEFAULT.split()


def shown(text: str) -> str:
    """The consent text for this visitor."""
    return spoken().wall_default_consent if is_ours(text) else text


def agreed(kept: str, confirmed: str | None) -> str | None:
    """The words that a visitor agreed to; None where what they saw is not asked any more.

    Ours count in whichever language they were read. Who says nothing saw what is shown now.
    """
    if confirmed is None:
        return shown(kept)
    asked = [it.wall_default_consent for it in WORDS.values()] if is_ours(kept) else [kept]
    return next((words for words in asked if words.split() == confirmed.split()), None)
