"""Colours that stay readable: contrast as WCAG 2.2 counts it, and the nearest colour that has enough of it."""

from collections.abc import Sequence

from api.rendering.qr.contrast import luminance

WHITE, BLACK = "#ffffff", "#000000"
TEXT = 4.5
"""The least contrast of text (WCAG 1.4.3)."""
_STEPS = 50


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def contrast(one: str, other: str) -> float:
    """Of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(color: str, other: str, share: float) -> str:
    """A colour with this share of another one, between 0 and 1."""
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def between(color: str, other: str) -> tuple[str, ...]:
    """The colours that a gradient passes."""
    return tuple(mixed(color, other, step / 8) for step in range(9))


def least_contrast(color: str, grounds: Sequence[str]) -> float:
    """Against the worst of them."""
    return min(contrast(color, it) for it in grounds)


def ink_on(grounds: Sequence[str]) -> str:
    """Black or white, whichever reads better on all of them."""
    return max((WHITE, BLACK), key=lambda it: least_contrast(it, grounds))


def readable(color: str, grounds: Sequence[str], least: float = TEXT) -> str:
    """The colour, or the nearest one towards black or white that has this contrast on all grounds; if there is
    none, black or white.
    """
    end = ink_on(grounds)
    for step in range(_STEPS):
        candidate = mixed(color, end, step / _STEPS)
        if least_contrast(candidate, grounds) >= least:
            return candidate
    return end


def readable_ground(ground: str, ink: str, least: float) -> str:
    """A ground, moved away from the ink until it reads well on it."""
    away = BLACK if ink == WHITE else WHITE
    for step in range(_STEPS):
        candidate = mixed(ground, away, step / _STEPS)
        if contrast(ink, candidate) >= least:
            return candidate
    return away
