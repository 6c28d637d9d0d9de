"""Signed codes that a card shows and staff scan. They change every half minute, so that a photograph is worthless."""

import base64
import hashlib
import hmac
from datetime import UTC, datetime

from api.domains.promotions.rewards.types import CODE_LIFE, CODE_SECONDS

PREFIX = "WPC1"
_SIGNATURE_BYTES = 15


def signed_code(secret: bytes, card_id: str, now: datetime) -> str:
    """Return the code that a card shows at this time."""
    return _code(secret, card_id, int(now.timestamp()) // CODE_SECONDS)


def seconds_left(now: datetime) -> int:
    """Return the seconds until the next code is shown, at least 1."""
    return CODE_SECONDS - int(now.timestamp()) % CODE_SECONDS


def card_of(secret: bytes, code: str, now: datetime) -> str | None:
    """Return the card of a code that is still valid; None for any other text."""
    prefix, _, rest = code.strip().partition(".")
    parts = rest.split(".")
    if prefix != PREFIX or len(parts) != 3 or not (parts[1].isascii() and parts[1].isdecimal()):
        return None
    card_id, slot = parts[0], int(parts[1][:12])
    expected = _code(secret, card_id, slot)
    if not hmac.compare_digest(expected.encode(), code.strip().encode()):
        return None
    shown_at = datetime.fromtimestamp(slot * CODE_SECONDS, UTC)
    return card_id if shown_at <= now < shown_at + CODE_LIFE else None


def _code(secret: bytes, card_id: str, slot: int) -> str:
    message = f"card code\n{card_id}\n{slot}".encode()
    digest = hmac.digest(secret, message, hashlib.sha256)[:_SIGNATURE_BYTES]
    return f"{PREFIX}.{card_id}.{slot}.{base64.urlsafe_b64encode(digest).decode()}"
