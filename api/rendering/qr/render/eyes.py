"""The three eyes by which readers find a code: a frame of seven modules and a ball of three.

Shapes are drawn for the eye at the top left and rotated for the others.
"""

from api.rendering.paths import Path, ellipse, heart, polygon, rounded_rectangle, star, turned
from api.rendering.qr.types import EyeBallShape, EyeFrameShape

FRAME_SIDE = 7


def eye_corners(size: int) -> tuple[tuple[int, int, int], ...]:
    """Return column, row and quarter turns of each eye of a code with `size` modules."""
    far = size - FRAME_SIDE
    return ((0, 0, 0), (far, 0, 1), (0, far, 3))


def eye_frame(shape: EyeFrameShape, x: float, y: float, quarters: int) -> Path:
    """Return the ring, as an outer and an inner outline."""
    match shape:
        case EyeFrameShape.CIRCLE:
            ring = ellipse(x, y, 7, 7) + ellipse(x + 1, y + 1, 5, 5)
        case EyeFrameShape.OCTAGON:
            ring = _octagon(x, y, 7, 2.05) + _octagon(x + 1, y + 1, 5, 1.46)
        case _:
            outer, inner = _RADII[shape]
            ring = rounded_rectangle(x, y, 7, 7, outer) + rounded_rectangle(
                x + 1, y + 1, 5, 5, inner
            )
    return turned(ring, quarters, x + 3.5, y + 3.5)


_RADII: dict[EyeFrameShape, tuple[tuple[float, float, float, float], ...]] = {
    EyeFrameShape.SQUARE: ((0, 0, 0, 0), (0, 0, 0, 0)),
    EyeFrameShape.SOFT: ((1.2, 1.2, 1.2, 1.2), (0.5, 0.5, 0.5, 0.5)),
    EyeFrameShape.ROUNDED: ((2.3, 2.3, 2.3, 2.3), (1.4, 1.4, 1.4, 1.4)),
    EyeFrameShape.LEAF: ((0, 2.6, 0, 2.6), (0, 1.7, 0, 1.7)),
    EyeFrameShape.DROP: ((2.6, 2.6, 0, 2.6), (1.7, 1.7, 0, 1.7)),
    EyeFrameShape.SHIELD: ((0, 2.6, 2.6, 2.6), (0, 1.7, 1.7, 1.7)),
}


def eye_ball(shape: EyeBallShape, x: float, y: float, quarters: int) -> Path:
    """Return the filled centre."""
    x, y = x + 2, y + 2
    match shape:
        case EyeBallShape.CIRCLE:
            ball = ellipse(x, y, 3, 3)
        case EyeBallShape.DIAMOND:
            ball = polygon(
                [
                    (x + 1.5, y - 0.35),
                    (x + 3.35, y + 1.5),
                    (x + 1.5, y + 3.35),
                    (x - 0.35, y + 1.5),
                ]
            )
        case EyeBallShape.STAR:
            # Eight points, because readers do not find three modules across the centre of a star
            # with five.
            return star(x + 1.5, y + 1.5, 1.95, 1.3, points=8)
        case EyeBallShape.HEART:
            return heart(x - 0.1, y, 3.2)
        case EyeBallShape.OCTAGON:
            ball = _octagon(x, y, 3, 0.88)
        case _:
            ball = rounded_rectangle(x, y, 3, 3, _BALL_RADII[shape])
    return turned(ball, quarters, x + 1.5, y + 1.5)


_BALL_RADII: dict[EyeBallShape, tuple[float, float, float, float]] = {
    EyeBallShape.SQUARE: (0, 0, 0, 0),
    EyeBallShape.ROUNDED: (0.8, 0.8, 0.8, 0.8),
    EyeBallShape.LEAF: (0, 1.3, 0, 1.3),
    EyeBallShape.DROP: (1.3, 1.3, 0, 1.3),
}


def _octagon(x: float, y: float, side: float, cut: float) -> Path:
    far = side - cut
    return polygon(
        [
            (x + cut, y),
            (x + far, y),
            (x + side, y + cut),
            (x + side, y + far),
            (x + far, y + side),
            (x + cut, y + side),
            (x, y + far),
            (x, y + cut),
        ]
    )
