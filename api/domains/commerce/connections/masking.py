"""Vendors' responses for the history and for errors, without secrets and personal data."""

import re
from collections.abc import Iterable
from typing import Any

from api.integrations.ports.connector import Credentials

LONGEST = 500
_DOTS = "••••••"
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+?\d[\d ().-]{7,}\d")
_SHORTEST_SECRET = 6


def masked_answer(text: str, credentials: Credentials) -> str:
    """Return the start of a response on one line, with secrets, email addresses and phone numbers replaced by dots."""
    for secret in sorted(secret_texts(credentials), key=len, reverse=True):
        text = text.replace(secret, _DOTS)
    text = _PHONE.sub(_DOTS, _EMAIL.sub(_DOTS, text))
    text = " ".join("".join(it if it.isprintable() else " " for it in text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def secret_texts(value: Any) -> Iterable[str]:
    """Return every string in the credentials that is long enough to be a secret."""
    if isinstance(value, str):
        return [value] if len(value) >= _SHORTEST_SECRET else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [it for part in parts for it in secret_texts(part)]
