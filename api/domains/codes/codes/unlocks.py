"""Signed cookies that keep a code open for a visitor who entered its password, a promo code or the master key.

A cookie opens one code by one method for a limited time, and only while the code's epoch for that method is the one for
which it was made. Any other epoch invalidates all earlier cookies.
"""

import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

UnlockMethod = Literal["password", "promo", "master"]

_SIGNATURE = 32
_LONGEST_NUMBER = 12


def cookie_name(code_id: str, method: UnlockMethod) -> str:
    """Return the name of the cookie that keeps this code open by this method."""
    return f"wp_open_{method}_{code_id}"


def make_unlock(
    secret: bytes, code_id: str, method: UnlockMethod, epoch: int, until: datetime
) -> str:
    """Return the value of a cookie that keeps the code open until the given time."""
    ends = int(until.timestamp())
    return f"{epoch}.{ends}.{_signature(secret, code_id, method, epoch, ends)}"


def is_unlocked(
    secret: bytes,
    cookies: Mapping[str, str],
    code_id: str,
    method: UnlockMethod,
    epoch: int,
    now: datetime,
) -> bool:
    """Return whether the cookies contain a valid one for this code, method and epoch."""
    parts = cookies.get(cookie_name(code_id, method), "").split(".")
    if len(parts) != 3 or not all(_is_number(part) for part in parts[:2]):
        return False
    made_for, ends, signature = int(parts[0]), int(parts[1]), parts[2]
    good = _signature(secret, code_id, method, made_for, ends)
    is_ours = hmac.compare_digest(signature.encode(), good.encode())
    return is_ours and made_for == epoch and now.timestamp() < ends


def unlock_cookie(
    secret: bytes,
    code_id: str,
    method: UnlockMethod,
    epoch: int,
    until: datetime,
    now: datetime,
    *,
    is_secure: bool,
) -> str:
    """Return the Set-Cookie value that keeps the code open for this visitor until the given time."""
    seconds = max(0, int((until - now).total_seconds()))
    value = make_unlock(secret, code_id, method, epoch, until)
    secure = "; Secure" if is_secure else ""
    return (
        f"{cookie_name(code_id, method)}={value}; Max-Age={seconds}; Path=/; HttpOnly; "
        f"SameSite=Lax{secure}"
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER


def _signature(secret: bytes, code_id: str, method: UnlockMethod, epoch: int, ends: int) -> str:
    key = hmac.digest(secret, b"unlock", "sha256")
    signed = f"{code_id}\n{method}\n{epoch}\n{ends}".encode()
    return hmac.digest(key, signed, "sha256").hex()[:_SIGNATURE]
