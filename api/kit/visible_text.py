"""Names and other short texts, which must have at least one visible character."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from annotated_types import GroupedMetadata
from pydantic import AfterValidator, StringConstraints

_INVISIBLE_CATEGORIES = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
"""Blanks, control characters, and format characters: zero width spaces, soft hyphens, direction marks."""
_INVISIBLE_RANGES = (
    ("\u034f", "\u034f"),  # combining grapheme joiner
    ("\u115f", "\u1160"),  # fillers of Hangul
    ("\u17b4", "\u17b5"),  # inherent vowels of Khmer
    ("\u180b", "\u180f"),  # variation selectors of Mongolian
    ("\u2800", "\u2800"),  # blank of Braille
    ("\u3164", "\u3164"),  # filler of Hangul
    ("\ufe00", "\ufe0f"),  # variation selectors
    ("\uffa0", "\uffa0"),  # filler of Hangul, half width
    ("\U000e0100", "\U000e01ef"),  # variation selectors
)
"""Characters of other categories that are drawn as nothing."""


def is_visible(text: str) -> bool:
    """Return whether a text has at least one character that a person can see."""
    return any(
        unicodedata.category(it) not in _INVISIBLE_CATEGORIES
        and not any(first <= it <= last for first, last in _INVISIBLE_RANGES)
        for it in text
    )


def _must_be_visible(text: str) -> str:
    if not is_visible(text):
        raise ValueError("must have a visible character")
    return text


VISIBLE = AfterValidator(_must_be_visible)
"""For required texts: refuses those in which a person sees nothing."""
EMPTY_IF_INVISIBLE = AfterValidator(lambda text: text if is_visible(text) else "")
"""For optional texts: takes those in which a person sees nothing as empty."""


@dataclass(frozen=True)
class OneLine(GroupedMetadata):
    """A required name or title: one line of at most `max_length` characters, trimmed and visible."""

    max_length: int

    def __iter__(self) -> Iterator[Any]:
        yield from StringConstraints(
            strip_whitespace=True,
            min_length=1,
            max_length=self.max_length,
            pattern=r"^[^\x00-\x1f\x7f]+$",
        )
        yield VISIBLE
