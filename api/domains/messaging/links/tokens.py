"""Tokens of links: ten characters with a message's random key, and one with the index of the link."""

import re
import secrets
from typing import NamedTuple

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_KEY_LENGTH = 10
_KEYS = len(_DIGITS) ** _KEY_LENGTH
MOST_LINKS = len(_DIGITS)
"""Maximum number of links of one message. Links beyond it are left unchanged."""
PATH = "/l/"
_TOKEN = re.compile(rf"[0-9A-Za-z]{{{_KEY_LENGTH + 1}}}\Z")


class LinkToken(NamedTuple):
    """The content of a token: the message's key, and the index of the link in the message."""

    key: int
    place: int


def new_key() -> int:
    """Return an unguessable key of 59 random bits. It contains nothing about the message or its recipient."""
    return secrets.randbelow(_KEYS)


def token_of(key: int, place: int) -> str:
    """Return the token of a message's link."""
    digits = []
    for _ in range(_KEY_LENGTH):
        key, digit = divmod(key, len(_DIGITS))
        digits.append(_DIGITS[digit])
    return "".join(reversed(digits)) + _DIGITS[place]


def read_token(text: str) -> LinkToken | None:
    """Return the content of a token, or None if it is not valid."""
    if not _TOKEN.match(text):
        return None
    key = 0
    for digit in text[:_KEY_LENGTH]:
        key = key * len(_DIGITS) + _DIGITS.index(digit)
    return LinkToken(key, _DIGITS.index(text[_KEY_LENGTH]))
