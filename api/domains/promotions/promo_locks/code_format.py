"""The format of promo codes and master keys: generated without look-alikes, and compared without regard to case and
spaces.
"""

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
_IGNORED_CATEGORIES = ("Z", "P", "C")  # spaces, dashes and other punctuation, invisible characters


def normalise(text: str) -> str:
    """Return the text in the form in which it is compared: upper case, without spaces, dashes and other punctuation, in
    NFKC.
    """
    plain = unicodedata.normalize("NFKC", text).upper()
    return "".join(
        letter for letter in plain if unicodedata.category(letter)[0] not in _IGNORED_CATEGORIES
    )


def parse(text: str) -> str | None:
    """Return a promo code in its stored form; None if the text cannot be one."""
    if len(text) > 4 * LONGEST:
        return None
    code = normalise(text)
    return code if _SPELLING.match(code) else None


def generate(choose: Callable[[str], str], length: int = MADE_LENGTH) -> str:
    """Return a new promo code. With 8 characters, there are 208 billion."""
    return "".join(choose(ALPHABET) for _ in range(length))


def generate_key(choose: Callable[[str], str]) -> str:
    """Return a new master key of 75 bits."""
    return generate(choose, KEY_LENGTH)


def grouped(code: str) -> str:
    """Return a code in groups of four, for printing."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
