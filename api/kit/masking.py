"""Masks secrets for people who may know that they exist but not their value."""

_SHOWN = 2
_DOTS = "•" * 6


def masked(secret: str) -> str:
    """The first two characters and dots, which don't tell how long it is."""
    return secret[:_SHOWN] + _DOTS
