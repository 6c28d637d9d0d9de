"""The elements of a picture: filled paths and one raster image, in units of the caller's choice.

Every file format is written from this list, so that they cannot differ. The y axis points down.
"""

from dataclasses import dataclass

from api.rendering.paths import Path, Point


@dataclass(frozen=True, slots=True)
class LinearPaint:
    """Colours along a line."""

    start: Point
    end: Point
    stops: tuple[tuple[float, str], ...]


@dataclass(frozen=True, slots=True)
class RadialPaint:
    """Colours from a centre outwards."""

    centre: Point
    radius: float
    stops: tuple[tuple[float, str], ...]


Paint = str | LinearPaint | RadialPaint


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled path. `even_odd` makes a path inside another one a hole, regardless of its direction."""

    path: Path
    paint: Paint
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Raster:
    """An image in a box. `file` is PNG with alpha, or JPEG without."""

    x: float
    y: float
    width: float
    height: float
    file: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Parts from back to front inside (0, 0, width, height)."""

    width: float
    height: float
    parts: tuple[Shape | Raster, ...]
    background: Paint | None


@dataclass(frozen=True, slots=True)
class Canvas:
    """The position of a drawing on a page: scaled, then shifted."""

    width: float
    height: float
    scale: float
    dx: float
    dy: float
