"""Masks secrets for people who may know that they exist, but not their values."""

_SHOWN = 2
_DOTS = "•" * 6


def masked(secret: str) -> str:
    """Return the first two characters and dots, which do not reveal the length."""
    return secret[:_SHOWN] + _DOTS
