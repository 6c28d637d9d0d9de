"""API keys: 256 random bits behind `wp_`, of which only the SHA-256 is stored."""

import hashlib
import re
import secrets
from collections.abc import Callable

PREFIX = "wp_"
SHOWN = 10
"""Letters of a key that stay visible, prefix included."""

_SHAPE = re.compile(r"^wp_[A-Za-z0-9_-]{43}$")


def new_key(random_bytes: Callable[[int], str] = secrets.token_urlsafe) -> str:
    """A new key. Anyone who holds it is the organisation's."""
    return PREFIX + random_bytes(32)


def is_key(text: str) -> bool:
    """Whether the text could be a key."""
    return _SHAPE.match(text) is not None


def hash_key(key: str) -> str:
    """What is stored of a key. A fast hash is right: 256 random bits cannot be guessed."""
    return hashlib.sha256(key.encode()).hexdigest()


def shown_prefix(key: str) -> str:
    """The start of a key, to recognise it by."""
    return key[:SHOWN]
