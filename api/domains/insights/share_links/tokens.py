"""Tokens of share links: a random part and a signature, so that guesses do not reach the database."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

_RANDOM_BYTES = 24
_SIGNATURE_BYTES = 12
MAX_TOKEN = 100


def new_token(secret: bytes, random_bytes: Callable[[int], bytes] = secrets.token_bytes) -> str:
    """Return a new URL-safe token."""
    random = _text(random_bytes(_RANDOM_BYTES))
    return f"{random}.{_signature(secret, random)}"


def is_signed(secret: bytes, token: str) -> bool:
    """Return whether this installation created the token."""
    random, _, signature = token.partition(".")
    return hmac.compare_digest(
        signature.encode("utf-8", "replace"), _signature(secret, random).encode()
    )


def hash_token(token: str) -> str:
    """Return the stored hash of a token. A token has 192 random bits, so a fast hash is sufficient."""
    return hashlib.sha256(token.encode()).hexdigest()


def _signature(secret: bytes, random: str) -> str:
    made = hmac.digest(secret, b"share-link:" + random.encode("utf-8", "replace"), "sha256")
    return _text(made[:_SIGNATURE_BYTES])


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
