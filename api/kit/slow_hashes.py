"""Slow hashes of secrets that people choose or read aloud: scrypt, with its cost parameters stored in the hash."""

import base64
import hashlib
import hmac
import os
from collections.abc import Callable
from dataclasses import astuple, dataclass


@dataclass(frozen=True)
class Cost:
    """The parameters of scrypt, with their names from RFC 7914: N, r and p."""

    n: int
    r: int
    p: int

    def __str__(self) -> str:
        return "$".join(map(str, astuple(self)))


OWASP = Cost(2**14, 8, 5)
"""From the OWASP Password Storage Cheat Sheet: N=2^14, r=8, p=5 is as strong as N=2^17, p=1, but needs 16 MB instead of
128.
"""

cost = OWASP
"""The cost of new hashes: 0.2 s of CPU time each. Tests of other things set a lower cost."""

_SALT = 16
_LENGTH = 32
_MEMORY = 2**26


def make_hash(secret: bytes, random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """Return the hash to store."""
    salt = random_bytes(_SALT)
    return f"scrypt${cost}${_text(salt)}${_text(_derived(secret, salt, cost))}"


def verify(secret: bytes, stored_hash: str) -> bool:
    """Return whether the secret matches the hash. False for a hash in an unknown format."""
    try:
        scheme, n, r, p, salt, derived = stored_hash.split("$")
        if scheme != "scrypt":
            return False
        candidate = _derived(secret, base64.b64decode(salt), Cost(int(n), int(r), int(p)))
        return hmac.compare_digest(candidate, base64.b64decode(derived))
    except ValueError:
        return False


def is_outdated(stored_hash: str) -> bool:
    """Return whether the hash was made with cost parameters other than the current ones."""
    return not stored_hash.startswith(f"scrypt${cost}$")


def _derived(secret: bytes, salt: bytes, by: Cost) -> bytes:
    return hashlib.scrypt(secret, salt=salt, n=by.n, r=by.r, p=by.p, maxmem=_MEMORY, dklen=_LENGTH)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
