"""Outlines: paths of straight lines and cubic curves. The y axis points down."""

import math
from collections.abc import Sequence

Segment = tuple[str, *tuple[float, ...]]
"""M x y, L x y, C x1 y1 x2 y2 x y, Z: the operators that SVG, PDF and PostScript share."""

Path = tuple[Segment, ...]
Point = tuple[float, float]

KAPPA = 0.5522847498
"""Length of a cubic curve's handles with which it approximates a quarter of a circle."""


def polygon(points: Sequence[Point]) -> Path:
    """Return a closed path of straight lines through the points."""
    (x, y), *rest = points
    return (("M", x, y), *(("L", *point) for point in rest), ("Z",))


def rectangle(x: float, y: float, width: float, height: float) -> Path:
    """Return a rectangle of four straight lines."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def rounded_rectangle(
    x: float, y: float, width: float, height: float, radii: tuple[float, float, float, float]
) -> Path:
    """Return a rectangle with a radius for each corner: top left, top right, bottom right, bottom left."""
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    return rounded_polygon(corners, radii)


def ellipse(x: float, y: float, width: float, height: float) -> Path:
    """Return the ellipse that fills a box."""
    rx, ry = width / 2, height / 2
    cx, cy = x + rx, y + ry
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx, y),
        ("C", cx + kx, y, cx + rx, cy - ky, cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, y + height, cx, y + height),
        ("C", cx - kx, y + height, x, cy + ky, x, cy),
        ("C", x, cy - ky, cx - kx, y, cx, y),
        ("Z",),
    )


def rounded_polygon(points: Sequence[Point], radii: Sequence[float]) -> Path:
    """Return a polygon whose right-angled corners are rounded. A radius of 0 leaves a corner sharp."""
    segments: list[Segment] = []
    for index, (point, radius) in enumerate(zip(points, radii, strict=True)):
        operator = "L" if segments else "M"
        if radius <= 0:
            segments.append((operator, *point))
            continue
        before, after = points[index - 1], points[(index + 1) % len(points)]
        begin, end = _towards(point, before, radius), _towards(point, after, radius)
        segments.append((operator, *begin))
        segments.append(
            (
                "C",
                *_towards(begin, point, radius * KAPPA),
                *_towards(end, point, radius * KAPPA),
                *end,
            )
        )
    return (*segments, ("Z",))


def star(cx: float, cy: float, outer: float, inner: float, points: int = 5) -> Path:
    """Return a star with one point upwards."""
    corners = []
    for step in range(points * 2):
        radius = inner if step % 2 else outer
        angle = math.pi * step / points - math.pi / 2
        corners.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return polygon(corners)


def heart(x: float, y: float, size: float) -> Path:
    """Return a heart that fills a square."""

    def at(px: float, py: float) -> Point:
        return x + px * size, y + py * size

    return (
        ("M", *at(0.5, 1.0)),
        ("C", *at(0.2, 0.8), *at(0.0, 0.6), *at(0.0, 0.32)),
        ("C", *at(0.0, 0.1), *at(0.14, 0.0), *at(0.28, 0.0)),
        ("C", *at(0.38, 0.0), *at(0.46, 0.05), *at(0.5, 0.14)),
        ("C", *at(0.54, 0.05), *at(0.62, 0.0), *at(0.72, 0.0)),
        ("C", *at(0.86, 0.0), *at(1.0, 0.1), *at(1.0, 0.32)),
        ("C", *at(1.0, 0.6), *at(0.8, 0.8), *at(0.5, 1.0)),
        ("Z",),
    )


def moved(path: Path, scale: float, dx: float, dy: float) -> Path:
    """Return a path scaled about the origin, then shifted."""
    shifted: list[Segment] = []
    for segment in path:
        # Written out for the two possible lengths, because texts have thousands of these segments.
        if len(segment) == 3:
            operator, x, y = segment
            shifted.append((operator, x * scale + dx, y * scale + dy))
        elif len(segment) == 7:
            operator, x1, y1, x2, y2, x, y = segment
            shifted.append(
                (
                    operator,
                    x1 * scale + dx,
                    y1 * scale + dy,
                    x2 * scale + dx,
                    y2 * scale + dy,
                    x * scale + dx,
                    y * scale + dy,
                )
            )
        else:
            shifted.append(segment)
    return tuple(shifted)


def turned(path: Path, quarters: int, cx: float, cy: float) -> Path:
    """Return a path rotated clockwise about a centre by quarter turns."""
    for _ in range(quarters % 4):
        path = tuple(
            (
                operator,
                *(
                    coordinate
                    for px, py in zip(numbers[::2], numbers[1::2], strict=True)
                    for coordinate in (cx - (py - cy), cy + (px - cx))
                ),
            )
            for operator, *numbers in path
        )
    return path


def _towards(point: Point, target: Point, distance: float) -> Point:
    length = math.dist(point, target)
    share = 0.0 if length == 0 else distance / length
    return point[0] + (target[0] - point[0]) * share, point[1] + (target[1] - point[1]) * share
