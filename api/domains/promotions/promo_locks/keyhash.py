"""Slow hashes under which master keys are stored."""

from collections.abc import Callable

from api.kit import slow_hashes


def hash_key(key: str, random_bytes: Callable[[int], bytes]) -> str:
    """Return the hash of a key."""
    return slow_hashes.make_hash(key.encode(), random_bytes)


def is_key(stored: str, key: str) -> bool:
    """Return whether a key matches a stored hash."""
    return slow_hashes.verify(key.encode(), stored)
