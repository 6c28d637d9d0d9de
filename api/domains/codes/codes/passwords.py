"""Passwords of codes, kept as slow hashes."""

import os
import unicodedata
from collections.abc import Callable

from api.kit import slow_hashes


def hash_password(password: str, random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """What is kept of a password. Takes some 200 ms, on purpose."""
    return slow_hashes.make_hash(_spelled(password), random_bytes)


def is_password(password: str, kept: str) -> bool:
    """Whether this is the password that was kept; False for what was kept by nobody we know."""
    return slow_hashes.fits(_spelled(password), kept)


def _spelled(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password.strip()).encode(errors="replace")
