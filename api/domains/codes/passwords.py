"""Passwords of codes: kept as scrypt hashes that carry their own parameters."""

import base64
import hashlib
import hmac
import os
import unicodedata
from collections.abc import Callable

_N, _R, _P = 2**14, 8, 1
_SALT = 16
_LENGTH = 32


def hash_password(password: str, random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """What is kept of a password. Takes some 50 ms, on purpose."""
    salt = random_bytes(_SALT)
    derived = _derived(password, salt, _N, _R, _P)
    return f"scrypt${_N}${_R}${_P}${_text(salt)}${_text(derived)}"


def is_password(password: str, kept: str) -> bool:
    """Whether this is the password that was kept; False for what was kept by nobody we know."""
    try:
        scheme, n, r, p, salt, derived = kept.split("$")
        if scheme != "scrypt":
            return False
        given = _derived(password, base64.b64decode(salt), int(n), int(r), int(p))
        return hmac.compare_digest(given, base64.b64decode(derived))
    except ValueError:
        return False


def _derived(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    spelled = unicodedata.normalize("NFKC", password.strip()).encode(errors="replace")
    return hashlib.scrypt(spelled, salt=salt, n=n, r=r, p=p, dklen=_LENGTH)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
