"""Gradients of a design as the paints of a drawing."""

import math

from api.rendering.qr.render.shapes import LinearPaint, Paint, RadialPaint
from api.rendering.qr.types import Gradient


def paint_across(
    color: str, gradient: Gradient | None, area: tuple[float, float, float, float]
) -> Paint:
    """Return a colour, or a gradient that runs across an area (x, y, width, height) from edge to edge."""
    if gradient is None:
        return color
    x, y, width, height = area
    cx, cy = x + width / 2, y + height / 2
    stops = tuple((stop.offset, stop.color) for stop in gradient.stops)
    if gradient.type == "radial":
        return RadialPaint((cx, cy), math.hypot(width, height) / 2, stops)
    angle = math.radians(gradient.angle)
    dx, dy = math.cos(angle), math.sin(angle)
    reach = (abs(dx) * width + abs(dy) * height) / 2
    return LinearPaint(
        (cx - dx * reach, cy - dy * reach), (cx + dx * reach, cy + dy * reach), stops
    )
