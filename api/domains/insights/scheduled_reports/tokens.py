"""Signed tokens in emails, each for one recipient and purpose. They are not stored."""

import base64
import hmac
from typing import Literal

Purpose = Literal["confirm", "unsubscribe"]


def mail_token(secret: bytes, purpose: Purpose, recipient_id: str) -> str:
    """Return the token of a recipient."""
    made = hmac.digest(secret, f"report-{purpose}:{recipient_id}".encode(), "sha256")[:15]
    return f"{recipient_id}.{base64.urlsafe_b64encode(made).decode()}"


def recipient_of(secret: bytes, purpose: Purpose, token: str) -> str | None:
    """Return the recipient of a token, or None if it is not valid."""
    recipient_id = token.partition(".")[0]
    if not token.isascii() or not hmac.compare_digest(
        token, mail_token(secret, purpose, recipient_id)
    ):
        return None
    return recipient_id
