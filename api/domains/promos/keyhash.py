"""Master keys as they are stored: scrypt, salted, its cost written beside it."""

import base64
import hashlib
import hmac
from collections.abc import Callable

_N, _R, _P = 2**14, 8, 1
_SALT = 16


def hash_key(key: str, random_bytes: Callable[[int], bytes]) -> str:
    """What is stored of a key."""
    salt = random_bytes(_SALT)
    return f"scrypt${_N}${_R}${_P}${_text(salt)}${_text(_derive(key, salt, _N, _R, _P))}"


def is_key(stored: str, key: str) -> bool:
    """Whether this is the key that was stored."""
    name, n, r, p, salt, derived = stored.split("$")
    if name != "scrypt":
        return False
    given = _derive(key, base64.b64decode(salt), int(n), int(r), int(p))
    return hmac.compare_digest(given, base64.b64decode(derived))


def _derive(key: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(key.encode(), salt=salt, n=n, r=r, p=p, maxmem=2**26, dklen=32)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
