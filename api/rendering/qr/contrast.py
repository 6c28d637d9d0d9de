"""The lightness of colours and gradients, and functions that increase the difference between colours."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from api.rendering.qr.types import Gradient

SAMPLES = 8
"""Number of colours that are checked between two stops of a gradient."""

_RGB = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Lightness:
    """The darkest, lightest and mean luminance of a paint."""

    least: float
    most: float
    mean: float


def lightness(color: str, gradient: Gradient | None = None) -> Lightness:
    """Return the lightness of a colour, or of all colours in a gradient."""
    values = [luminance(shade) for shade in _shades(color, gradient)]
    return Lightness(min(values), max(values), sum(values) / len(values))


def contrast(one: Lightness, other: Lightness) -> float:
    """Return the worst contrast between two paints by the definition of WCAG, from 1 to 21."""
    if one.least > other.most:
        one, other = other, one
    if one.most >= other.least:
        return 1.0
    return (other.least + 0.05) / (one.most + 0.05)


def luminance(color: str | _RGB) -> float:
    """Return the relative luminance as defined by WCAG 2."""
    channels = _channels(color) if isinstance(color, str) else color
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def darkened(color: str, most: float) -> str:
    """Return the colour, moved towards black until its luminance is at most this."""
    return _moved(color, (0.0, 0.0, 0.0), lambda shade: luminance(shade) <= most)


def lightened(color: str, least: float) -> str:
    """Return the colour, moved towards white until its luminance is at least this."""
    return _moved(color, (1.0, 1.0, 1.0), lambda shade: luminance(shade) >= least)


def _moved(color: str, target: _RGB, is_enough: Callable[[str], bool]) -> str:
    begin = _channels(color)
    for step in range(51):
        share = step / 50
        mixed = [one + (other - one) * share for one, other in zip(begin, target, strict=True)]
        shade = "#" + "".join(f"{round(channel * 255):02x}" for channel in mixed)
        if is_enough(shade):
            return shade
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in target)


def _shades(color: str, gradient: Gradient | None) -> list[str | _RGB]:
    if gradient is None:
        return [color]
    shades: list[str | _RGB] = []
    stops = [_channels(stop.color) for stop in gradient.stops]
    for begin, end in pairwise(stops):
        for step in range(SAMPLES + 1):
            share = step / SAMPLES
            red, green, blue = (
                one + (other - one) * share for one, other in zip(begin, end, strict=True)
            )
            shades.append((red, green, blue))
    return shades


def _channels(color: str) -> _RGB:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue
