"""Unguessable IDs that can be read aloud: no similar-looking characters, safe in a path."""

import secrets
from collections.abc import Callable

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
CODE_LENGTH = 10
LENGTH = 22

Choose = Callable[[str], str]


def random_text(length: int, choose: Choose = secrets.choice) -> str:
    """Return `length` random characters of the alphabet. 22 of them have 128 bits."""
    return "".join(choose(ALPHABET) for _ in range(length))


def new_id(prefix: str, choose: Choose = secrets.choice) -> str:
    """Return a new ID like `org_…`."""
    return f"{prefix}_{random_text(LENGTH, choose)}"


def new_code_id(choose: Choose = secrets.choice) -> str:
    """Return a new ID for a code, which is short because it is printed: 58 bits."""
    return random_text(CODE_LENGTH, choose)


def new_code_ids(
    count: int, random_bytes: Callable[[int], bytes] = secrets.token_bytes
) -> list[str]:
    """Return many new IDs for codes, which are as unguessable as single ones and are generated ten times as fast."""
    letters, fair = len(ALPHABET), 256 - 256 % len(ALPHABET)
    text = ""
    while len(text) < count * CODE_LENGTH:
        missing = count * CODE_LENGTH - len(text)
        text += "".join(ALPHABET[it % letters] for it in random_bytes(missing + 64) if it < fair)
    return [text[at : at + CODE_LENGTH] for at in range(0, count * CODE_LENGTH, CODE_LENGTH)]
