"""API keys: 256 random bits behind `wp_`, of which only the SHA-256 is stored."""

import hashlib
import re
import secrets
from collections.abc import Callable

PREFIX = "wp_"
SHOWN = 10
"""Number of characters of a key that stay visible, including the prefix."""

_SHAPE = re.compile(r"^wp_[A-Za-z0-9_-]{43}$")


def new_key(random_bytes: Callable[[int], str] = secrets.token_urlsafe) -> str:
    """Return a new key. Anyone who has it acts for the organisation."""
    return PREFIX + random_bytes(32)


def is_key(text: str) -> bool:
    """Return whether the text could be an API key."""
    return _SHAPE.match(text) is not None


def hash_key(key: str) -> str:
    """Return the hash that is stored for a key. A fast hash is enough, because 256 random bits cannot be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


def shown_prefix(key: str) -> str:
    """Return the start of a key, by which people recognise it."""
    return key[:SHOWN]
