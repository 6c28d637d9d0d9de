"""What a visitor agrees to: the words of the wall, or ours in the visitor's language until it has its own."""

from api.rendering.visitor_pages.words import ENGLISH, WORDS, spoken

DEFAULT = WORDS[ENGLISH].wall_default_consent
"""What a wall keeps that nobody wrote words for."""


def is_ours(kept: str) -> bool:
    """Whether a wall has no words of its own."""
    return kept.split() == DEFAULT.split()


def shown(kept: str) -> str:
    """What this visitor is asked to agree to."""
    return spoken().wall_default_consent if is_ours(kept) else kept


def agreed(kept: str, said: str | None) -> str | None:
    """The words that a visitor agreed to; None where what they saw is not asked any more.

    Ours count in whichever language they were read. Who says nothing saw what is shown now.
    """
    if said is None:
        return shown(kept)
    asked = [it.wall_default_consent for it in WORDS.values()] if is_ours(kept) else [kept]
    return next((words for words in asked if words.split() == said.split()), None)
