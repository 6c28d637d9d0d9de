"""Readable colours: contrast as defined by WCAG 2.2, and the nearest colour with sufficient contrast."""

from collections.abc import Sequence

from api.rendering.qr.contrast import luminance

WHITE, BLACK = "#ffffff", "#000000"
TEXT = 4.5
"""Minimum contrast of text (WCAG 1.4.3)."""
_STEPS = 50


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(color: str, other: str, share: float) -> str:
    """Return a colour mixed with this share of another one, from 0 to 1."""
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def between(color: str, other: str) -> tuple[str, ...]:
    """Return the colours along a gradient."""
    return tuple(mixed(color, other, step / 8) for step in range(9))


def least_contrast(color: str, grounds: Sequence[str]) -> float:
    """Return the contrast with the worst of these backgrounds."""
    return min(contrast(color, it) for it in grounds)


def ink_on(grounds: Sequence[str]) -> str:
    """Return black or white, whichever is more readable on all of these backgrounds."""
    return max((WHITE, BLACK), key=lambda it: least_contrast(it, grounds))


def readable(color: str, grounds: Sequence[str], least: float = TEXT) -> str:
    """Return the colour, or the nearest one towards black or white that has this contrast on all backgrounds. If there
    is none, return black or white.
    """
    end = ink_on(grounds)
    for step in range(_STEPS):
        candidate = mixed(color, end, step / _STEPS)
        if least_contrast(candidate, grounds) >= least:
            return candidate
    return end


def readable_ground(ground: str, ink: str, least: float) -> str:
    """Return a background, moved away from the ink until the contrast is sufficient."""
    away = BLACK if ink == WHITE else WHITE
    for step in range(_STEPS):
        candidate = mixed(ground, away, step / _STEPS)
        if contrast(ink, candidate) >= least:
            return candidate
    return away
