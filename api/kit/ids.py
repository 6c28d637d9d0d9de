"""Unguessable ids that survive being read aloud: no look-alike letters, safe in a path."""

import secrets
from collections.abc import Callable

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
CODE_LENGTH = 10
LENGTH = 22

Choose = Callable[[str], str]


def random_text(length: int, choose: Choose = secrets.choice) -> str:
    """`length` letters of the alphabet; 22 carry 128 bits."""
    return "".join(choose(ALPHABET) for _ in range(length))


def new_id(prefix: str, choose: Choose = secrets.choice) -> str:
    """A new id like `org_…`."""
    return f"{prefix}_{random_text(LENGTH, choose)}"


def new_code_id(choose: Choose = secrets.choice) -> str:
    """A new id of a code, short because it is printed: 58 bits."""
    return random_text(CODE_LENGTH, choose)
