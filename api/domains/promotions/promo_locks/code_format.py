"""The format of promo codes and master keys: generated without look-alikes, compared without case and spaces."""

import re
import unicodedata
from collections.abc import Callable

ALPHABET = "234679ACDEFGHJKMNPQRTUVWXY"
"""Without characters that look or sound alike: 0 O, 1 I L, Z, 5 S, 8 B."""

SHORTEST, LONGEST = 4, 32
MADE_LENGTH = 8
KEY_LENGTH = 16
SHORTEST_KEY, LONGEST_KEY = 8, 64

_SPELLING = re.compile(rf"[A-Z0-9]{{{SHORTEST},{LONGEST}}}\Z")
_IGNORED_CATEGORIES = ("Z", "P", "C")  # spaces, dashes and other marks, invisible letters


def normalise(text: str) -> str:
    """The text as it is compared: upper case, without spaces, dashes and other marks, in NFKC."""
    plain = unicodedata.normalize("NFKC", text).upper()
    return "".join(
        letter for letter in plain if unicodedata.category(letter)[0] not in _IGNORED_CATEGORIES
    )


def parse(text: str) -> str | None:
    """A promo code as it is stored; None if the text cannot be one."""
    if len(text) > 4 * LONGEST:
        return None
    code = normalise(text)
    return code if _SPELLING.match(code) else None


def generate(choose: Callable[[str], str], length: int = MADE_LENGTH) -> str:
    """A new promo code; 8 characters give 208 billion."""
    return "".join(choose(ALPHABET) for _ in range(length))


def generate_key(choose: Callable[[str], str]) -> str:
    """A new master key: 75 bits."""
    return generate(choose, KEY_LENGTH)


def grouped(code: str) -> str:
    """A code in groups of four, as it is printed."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
