"""Tokens of links: ten characters that are a message's random key, and one that says which of its links it is."""

import re
import secrets
from typing import NamedTuple

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_KEY_LENGTH = 10
_KEYS = len(_DIGITS) ** _KEY_LENGTH
MOST_LINKS = len(_DIGITS)
"""Links of one message; those beyond stay as they are."""
PATH = "/l/"
_TOKEN = re.compile(rf"[0-9A-Za-z]{{{_KEY_LENGTH + 1}}}\Z")


class LinkToken(NamedTuple):
    """What a token says: the message's key, and the place of the link among its links."""

    key: int
    place: int


def new_key() -> int:
    """A key that nobody guesses: 59 random bits. It says nothing of message or receiver."""
    return secrets.randbelow(_KEYS)


def token_of(key: int, place: int) -> str:
    """The token of a message's link."""
    digits = []
    for _ in range(_KEY_LENGTH):
        key, digit = divmod(key, len(_DIGITS))
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits)) + _DIGITS[place]


def read_token(text: str) -> LinkToken | None:
    """What a token says; None if it is none."""
    if not _TOKEN.match(text):
        return None
    key = 0
    for digit in text[:_KEY_LENGTH]:
        key = key * len(_DIGITS) + _DIGITS.index(digit)
    return LinkToken(key, _DIGITS.index(text[_KEY_LENGTH]))
