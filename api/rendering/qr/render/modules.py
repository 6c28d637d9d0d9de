"""The shapes of modules. All of them keep the centre of the module dark, because that is where readers sample."""

from api.rendering.paths import Path, ellipse, heart, polygon, rectangle, rounded_rectangle, star
from api.rendering.qr.render.outline import Cells, Corner, traced
from api.rendering.qr.types import ModuleShape


def module_path(cells: Cells, shape: ModuleShape, dx: float = 0, dy: float = 0) -> Path:
    """Return all modules as one path, shifted."""
    match shape:
        case ModuleShape.SQUARE:
            return traced(cells, dx=dx, dy=dy)
        case ModuleShape.BLOB:
            return traced(cells, _blob, dx, dy)
        case ModuleShape.CLASSY:
            return traced(cells, _classy, dx, dy)
        case ModuleShape.BARS_VERTICAL:
            return _bars(cells, dx, dy, is_vertical=True)
        case ModuleShape.BARS_HORIZONTAL:
            return _bars(cells, dx, dy, is_vertical=False)
        case _:
            return tuple(
                segment for x, y in sorted(cells) for segment in _single(shape, x + dx, y + dy)
            )


def _single(shape: ModuleShape, x: float, y: float) -> Path:
    match shape:
        case ModuleShape.ROUNDED:
            return rounded_rectangle(x + 0.02, y + 0.02, 0.96, 0.96, (0.3, 0.3, 0.3, 0.3))
        case ModuleShape.DOT:
            return ellipse(x + 0.02, y + 0.02, 0.96, 0.96)
        case ModuleShape.SMALL_SQUARE:
            return rectangle(x + 0.1, y + 0.1, 0.8, 0.8)
        case ModuleShape.DIAMOND:
            return polygon(
                [(x + 0.5, y - 0.06), (x + 1.06, y + 0.5), (x + 0.5, y + 1.06), (x - 0.06, y + 0.5)]
            )
        case ModuleShape.STAR:
            return star(x + 0.5, y + 0.53, 0.62, 0.36)
        case ModuleShape.HEART:
            return heart(x - 0.02, y, 1.04)
        case ModuleShape.TRIANGLE:
            return polygon([(x + 0.5, y - 0.1), (x + 1.1, y + 1.0), (x - 0.1, y + 1.0)])
        case _:  # HEXAGON
            return polygon(
                [
                    (x + 0.25, y + 0.02),
                    (x + 0.75, y + 0.02),
                    (x + 1.02, y + 0.5),
                    (x + 0.75, y + 0.98),
                    (x + 0.25, y + 0.98),
                    (x - 0.02, y + 0.5),
                ]
            )


def _bars(cells: Cells, dx: float, dy: float, *, is_vertical: bool) -> Path:
    segments: list[tuple[str, *tuple[float, ...]]] = []
    step = (0, 1) if is_vertical else (1, 0)
    for x, y in sorted(cells):
        if (x - step[0], y - step[1]) in cells:
            continue
        length = 1
        while (x + step[0] * length, y + step[1] * length) in cells:
            length += 1
        width, height = (0.84, length - 0.06) if is_vertical else (length - 0.06, 0.84)
        left, top = (x + 0.08, y + 0.03) if is_vertical else (x + 0.03, y + 0.08)
        radii = (0.42, 0.42, 0.42, 0.42)
        segments.extend(rounded_rectangle(left + dx, top + dy, width, height, radii))
    return tuple(segments)


def _blob(corner: Corner) -> float:
    return 0.5 if corner.is_convex else 0.32


def _classy(corner: Corner) -> float:
    return 0.5 if corner.is_convex and corner.towards in {(-1, -1), (1, 1)} else 0.0
