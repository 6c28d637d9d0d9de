"""Frames around a code, with a text that invites people to scan it."""

import math
from dataclasses import dataclass

from api.rendering.paths import KAPPA, Path, polygon, rectangle, rounded_rectangle
from api.rendering.qr.render.shapes import Shape
from api.rendering.qr.render.text_paths import CAP_HEIGHT, Lettering, lettering
from api.rendering.qr.types import Frame, FrameShape

MARGIN = 1.0
"""Distance in modules between a frame and the edge of the picture."""

BAND = 0.17
"""Height of the band of text, as a share of the code's side."""

SECOND_BAND = 0.115
"""Height of the second, smaller band of text, as a share of the code's side."""

TALLEST = 0.76
"""Maximum share of a band's height that a text fills, because accents and vowel signs extend above and below."""


@dataclass(frozen=True, slots=True)
class Framed:
    """The total size, the position of the code, and the shapes behind it."""

    width: float
    height: float
    x: float
    y: float
    shapes: tuple[Shape, ...]


def framed(frame: Frame | None, side: float) -> Framed:
    """Return the area for a code of `side` modules, including the quiet zone, with the frame around it."""
    if frame is None:
        return Framed(side, side, 0, 0, ())
    band = side * BAND if frame.text else 0.0
    second = side * SECOND_BAND if frame.second_text else 0.0
    match frame.shape:
        case FrameShape.BANNER_BOTTOM:
            return _banner(frame, side, (frame.second_text, second), (frame.text, band))
        case FrameShape.BANNER_TOP:
            return _banner(frame, side, (frame.text, band), (frame.second_text, second))
        case FrameShape.OUTLINE:
            return _outline(frame, side, band, second)
        case FrameShape.TICKET:
            return _ticket(frame, side, band, second)
        case FrameShape.BUBBLE:
            return _bubble(frame, side, band, second)


def _text(
    frame: Frame, text: str, cx: float, cy: float, width: float, band: float
) -> tuple[Shape, ...]:
    if not text:
        return ()
    lettered = lettering(text, frame.language)
    return (Shape(lettered.centred(cx, cy, _size(lettered, width, band)), frame.text_color),)


def _size(lettered: Lettering, width: float, band: float) -> float:
    """Return the largest font size at which capitals look good in a band, limited by the text's width and height."""
    return min(
        band * 0.5 / CAP_HEIGHT, width / max(lettered.width, 0.01), band * TALLEST / lettered.height
    )


def _all(radius: float) -> tuple[float, float, float, float]:
    return radius, radius, radius, radius


def _banner(
    frame: Frame, side: float, above: tuple[str, float], below: tuple[str, float]
) -> Framed:
    edge = float(max(1, round(side * 0.03)))
    radius = side * 0.06
    (upper, head), (lower, foot) = above, below
    width, height = side + 2 * edge, side + (head or edge) + (foot or edge)
    x, y = MARGIN + edge, MARGIN + float(round(head or edge))
    ring = rounded_rectangle(MARGIN, MARGIN, width, height, _all(radius))
    hole = rounded_rectangle(x, y, side, side, _all(radius * 0.6))
    middle = MARGIN + width / 2
    return Framed(
        width + 2 * MARGIN,
        height + 2 * MARGIN,
        x,
        y,
        (
            Shape(ring + hole, frame.color, even_odd=True),
            *_text(frame, upper, middle, MARGIN + head / 2, side * 0.9, head),
            *_text(frame, lower, middle, y + side + foot / 2, side * 0.9, foot),
        ),
    )


def _outline(frame: Frame, side: float, band: float, second: float) -> Framed:
    edge = float(max(1, round(side * 0.022)))
    radius = side * 0.08
    outer = side + 2 * edge
    top = MARGIN + (float(math.ceil(second - edge)) if second else 0.0)
    ring = rounded_rectangle(MARGIN, top, outer, outer, _all(radius)) + rounded_rectangle(
        MARGIN + edge, top + edge, side, side, _all(radius - edge * 0.7)
    )
    parts = [Shape(ring, frame.color, even_odd=True)]
    bottom = top + outer
    if frame.second_text:
        middle = top + edge - second / 2
        parts += _pill(frame, frame.second_text, MARGIN + outer / 2, middle, side, second)
    if frame.text:
        parts += _pill(frame, frame.text, MARGIN + outer / 2, bottom - edge + band / 2, side, band)
        bottom += band - edge
    return Framed(outer + 2 * MARGIN, bottom + MARGIN, MARGIN + edge, top + edge, tuple(parts))


def _pill(
    frame: Frame, text: str, cx: float, cy: float, side: float, band: float
) -> tuple[Shape, ...]:
    lettered = lettering(text, frame.language)
    width = lettered.width * _size(lettered, side * 0.74, band * 0.92) + band * 0.9
    pill = rounded_rectangle(cx - width / 2, cy - band / 2, width, band, _all(band / 2))
    return (Shape(pill, frame.color), *_text(frame, text, cx, cy, side * 0.74, band * 0.92))


def _ticket(frame: Frame, side: float, band: float, second: float) -> Framed:
    if not band + second:
        return _outline(frame, side, band, second)
    edge = float(max(1, round(side * 0.04)))
    band = band * 1.1
    width, height = side + 2 * edge, side + 2 * edge + band + second
    x, y = MARGIN + edge, MARGIN + edge
    tear = y + side + edge
    notch = edge * 0.85
    body = _notched(MARGIN, MARGIN, width, height, tear, notch, side * 0.05)
    hole = rounded_rectangle(x, y, side, side, _all(side * 0.03))
    dashes = _dashes(MARGIN + notch * 1.5, MARGIN + width - notch * 1.5, tear, edge * 0.16)
    # Two lines are closer to each other than to the edges.
    middle = tear + (edge + band) / 2
    below = MARGIN + height - edge * 0.6 - second / 2
    return Framed(
        width + 2 * MARGIN,
        height + 2 * MARGIN,
        x,
        y,
        (
            Shape(body + hole, frame.color, even_odd=True),
            Shape(dashes, frame.text_color),
            *_text(frame, frame.text, MARGIN + width / 2, middle, side * 0.86, band * 0.9),
            *_text(frame, frame.second_text, MARGIN + width / 2, below, side * 0.86, second * 0.9),
        ),
    )


def _notched(
    x: float, y: float, width: float, height: float, tear: float, notch: float, radius: float
) -> Path:
    """Return a rounded rectangle with a notch in each side, where a ticket is torn."""
    far, low, handle, reach = x + width, y + height, notch * KAPPA, radius * (1 - KAPPA)
    return (
        ("M", x + radius, y),
        ("L", far - radius, y),
        ("C", far - reach, y, far, y + reach, far, y + radius),
        ("L", far, tear - notch),
        ("C", far - handle, tear - notch, far - notch, tear - handle, far - notch, tear),
        ("C", far - notch, tear + handle, far - handle, tear + notch, far, tear + notch),
        ("L", far, low - radius),
        ("C", far, low - reach, far - reach, low, far - radius, low),
        ("L", x + radius, low),
        ("C", x + reach, low, x, low - reach, x, low - radius),
        ("L", x, tear + notch),
        ("C", x + handle, tear + notch, x + notch, tear + handle, x + notch, tear),
        ("C", x + notch, tear - handle, x + handle, tear - notch, x, tear - notch),
        ("L", x, y + radius),
        ("C", x, y + reach, x + reach, y, x + radius, y),
        ("Z",),
    )


def _dashes(left: float, right: float, y: float, thickness: float) -> Path:
    path: list[tuple[str, *tuple[float, ...]]] = []
    count = max(3, round((right - left) / 2.2))
    step = (right - left) / count
    for index in range(count):
        path.extend(
            rectangle(left + step * (index + 0.22), y - thickness / 2, step * 0.56, thickness)
        )
    return tuple(path)


def _bubble(frame: Frame, side: float, band: float, second: float) -> Framed:
    high = band + second
    if not high:
        return _outline(frame, side, band, second)
    tip = high * 0.3 if not second else side * BAND * 0.3
    top = MARGIN + side + tip
    bubble = rounded_rectangle(MARGIN, top, side, high, _all((band or second) * 0.36))
    middle = MARGIN + side / 2
    pointer = polygon([(middle - tip, top + 0.01), (middle, top - tip), (middle + tip, top + 0.01)])
    return Framed(
        side + 2 * MARGIN,
        top + high + MARGIN,
        MARGIN,
        MARGIN,
        (
            Shape(bubble, frame.color),
            Shape(pointer, frame.color),
            *_text(frame, frame.text, middle, top + band / 2, side * 0.88, band),
            *_text(
                frame, frame.second_text, middle, top + band + second * 0.4, side * 0.88, second
            ),
        ),
    )
