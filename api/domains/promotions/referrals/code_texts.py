"""Referral codes as people type them: eight characters without look-alikes."""

from api.domains.promotions.promo_locks.code_format import ALPHABET, normalise

LENGTH = 8
MAX_TYPED = 64


def parse_code(text: str) -> str | None:
    """Return a code in its stored form; None if the text cannot be one. Case, spaces and dashes are ignored."""
    if len(text) > MAX_TYPED:
        return None
    code = normalise(text)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
