"""The text that a visitor agrees to: that of the wall or, if it has none, the default in the visitor's language."""

from api.rendering.visitor_pages.words import ENGLISH, WORDS, spoken


def default() -> str:
    """Return the stored text of a wall without its own consent text."""
    return WORDS[ENGLISH].wall_default_consent


def is_ours(text: str) -> bool:
    """Return whether a wall uses the default consent text."""
    return text.split() == default().split()


def shown(text: str) -> str:
    """Return the consent text for this visitor."""
    return spoken().wall_default_consent if is_ours(text) else text


def agreed(kept: str, confirmed: str | None) -> str | None:
    """Return the text that a visitor agreed to, or None if the text that they saw has been replaced.

    The default text counts in every language. Without `confirmed`, the current text is assumed.
    """
    if confirmed is None:
        return shown(kept)
    asked = [it.wall_default_consent for it in WORDS.values()] if is_ours(kept) else [kept]
    return next((words for words in asked if words.split() == confirmed.split()), None)
