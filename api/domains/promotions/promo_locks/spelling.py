"""How promo codes and master keys are spelled: made without look-alikes, read without case and spaces."""

import re
import unicodedata
from collections.abc import Callable

ALPHABET = "234679ACDEFGHJKMNPQRTUVWXY"
"""No 0 O, 1 I L, 2 Z (2 stays), 5 S, 8 B: a code survives a bad print and being read aloud."""

SHORTEST, LONGEST = 4, 32
MADE_LENGTH = 8
KEY_LENGTH = 16
SHORTEST_KEY, LONGEST_KEY = 8, 64

_SPELLING = re.compile(rf"[A-Z0-9]{{{SHORTEST},{LONGEST}}}\Z")
_PASSED_OVER = ("Z", "P", "C")  # spaces, dashes and other marks, invisible letters


def normalise(text: str) -> str:
    """The text as it is compared: no case, no spaces, no dashes, full-width letters made plain."""
    plain = unicodedata.normalize("NFKC", text).upper()
    return "".join(
        letter for letter in plain if unicodedata.category(letter)[0] not in _PASSED_OVER
    )


def read(text: str) -> str | None:
    """A promo code as it is stored, or None when it can be none."""
    if len(text) > 4 * LONGEST:
        return None
    code = normalise(text)
    return code if _SPELLING.match(code) else None


def make(choose: Callable[[str], str], length: int = MADE_LENGTH) -> str:
    """A new promo code; with 8 letters one of 208 thousand million."""
    return "".join(choose(ALPHABET) for _ in range(length))


def make_key(choose: Callable[[str], str]) -> str:
    """A new master key: 75 bits."""
    return make(choose, KEY_LENGTH)


def grouped(code: str) -> str:
    """In groups of four, as it is printed."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
