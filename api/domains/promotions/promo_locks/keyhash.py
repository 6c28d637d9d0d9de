"""Master keys as they are stored: slow hashes."""

from collections.abc import Callable

from api.kit import slow_hashes


def hash_key(key: str, random_bytes: Callable[[int], bytes]) -> str:
    """What is stored of a key."""
    return slow_hashes.make_hash(key.encode(), random_bytes)


def is_key(stored: str, key: str) -> bool:
    """Whether this is the key that was stored."""
    return slow_hashes.fits(key.encode(), stored)
