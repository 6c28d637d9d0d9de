"""Turns content and design into a list of shapes, in units of one module."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno
import zxingcpp

from api.rendering.paths import Path, ellipse, rectangle, rounded_rectangle
from api.rendering.qr.errors import ContentTooLong, TextNotDrawable
from api.rendering.qr.render.eyes import FRAME_SIDE, eye_ball, eye_corners, eye_frame
from api.rendering.qr.render.frames import framed
from api.rendering.qr.render.gradients import paint_across
from api.rendering.qr.render.logos import LogoImage, read_logo
from api.rendering.qr.render.modules import module_path
from api.rendering.qr.render.outline import Cells
from api.rendering.qr.render.shapes import Drawing, Raster, Shape
from api.rendering.qr.render.text_paths import undrawable
from api.rendering.qr.types import Design, ErrorCorrection, Logo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_VERSION_WITH_LOGO = 3
BESIDE_EYES = 16
"""Number of columns of two eyes and the empty columns beside them."""

FIXED_MODULES = 225
"""Number of modules in the eyes, the format and the first alignment pattern, which carry no data."""

MOST_CLEARED: dict[ErrorCorrection, float] = {"L": 0.03, "M": 0.08, "Q": 0.14, "H": 0.15}
"""The share of the data modules that a logo may cover: about six tenths of what each level can repair."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The modules of a code. `size` is their number per row."""

    size: int
    dark: Cells


@dataclass(frozen=True, slots=True)
class LogoBox:
    """The box of a logo, in modules from the code's corner. `clear` is the side of the area left free around it."""

    x: float
    y: float
    width: float
    height: float
    clear_width: float
    clear_height: float


def encode(content: str, level: ErrorCorrection, least_version: int = 1) -> Matrix:
    """Return the modules for some content.

    Raises:
        ContentTooLong: it fits into no QR code at this level.
    """
    import numpy as np

    make = _ascii_modules if content.isascii() else _text_modules
    dark = make(content, level)
    if len(dark) < _side(least_version):
        dark = make(content, level, version=least_version)
    rows, columns = np.nonzero(dark)
    return Matrix(len(dark), frozenset(zip(columns.tolist(), rows.tolist(), strict=True)))


def _ascii_modules(
    content: str, level: ErrorCorrection, version: int | None = None
) -> "NDArray[np.bool_]":
    """Encode with ZXing's writer, which is thirty times as fast as Segno and packs digits and letters separately."""
    import numpy as np

    wanted = {} if version is None else {"version": version}
    try:
        code = zxingcpp.create_barcode(
            content, zxingcpp.BarcodeFormat.QRCode, ec_level=level, **wanted
        )
    except ValueError:
        raise ContentTooLong from None
    dark: NDArray[np.bool_] = np.asarray(code.to_image(scale=1, add_quiet_zones=False)) == 0
    return dark


def _text_modules(
    content: str, level: ErrorCorrection, version: int | None = None
) -> "NDArray[np.bool_]":
    """Encode with Segno, as UTF-8 without an encoding marker (ECI). ZXing's writer sets one, which readers in banking
    apps refuse. Readers guess other encodings of bytes, often wrongly.
    """
    import numpy as np

    try:
        code = segno.make_qr(
            content, error=level, boost_error=False, encoding="utf-8", version=version
        )
    except segno.DataOverflowError:
        raise ContentTooLong from None
    return np.array(code.matrix, dtype=np.bool_)


def _side(version: int) -> int:
    return 17 + 4 * version


def encode_for(content: str, design: Design) -> Matrix:
    """Return the modules that a design draws for some content."""
    least = LEAST_VERSION_WITH_LOGO if design.logo else 1
    return encode(content, design.effective_error_correction, least)


def logo_box(size: int, logo: Logo, width: int, height: int, level: ErrorCorrection) -> LogoBox:
    """Return the box of a logo with these proportions. It does not touch the eyes, and never covers more than error
    correction can repair.
    """
    scale = size * logo.size / max(width, height)
    inner_width, inner_height = width * scale, height * scale
    longer = max(inner_width, inner_height)
    is_square = logo.plate != "none"
    clear_width = (longer if is_square else inner_width) + 2 * logo.padding
    clear_height = (longer if is_square else inner_height) + 2 * logo.padding
    shrink = min(
        1.0,
        (size - BESIDE_EYES) / max(clear_width, clear_height),
        (most_cleared(size, level) / (clear_width * clear_height)) ** 0.5,
    )
    return LogoBox(
        (size - inner_width * shrink) / 2,
        (size - inner_height * shrink) / 2,
        inner_width * shrink,
        inner_height * shrink,
        clear_width * shrink,
        clear_height * shrink,
    )


def most_cleared(size: int, level: ErrorCorrection) -> float:
    """Return how many modules a logo may cover. This is well below what the level can repair, because a logo is one
    connected area and damages more codewords than it covers.
    """
    data_modules = size * size - FIXED_MODULES - 2 * (size - BESIDE_EYES)
    return data_modules * MOST_CLEARED[level]


def compose(content: str, design: Design) -> Drawing:
    """Return everything that a design draws for some content."""
    if design.frame:
        for name, text in (
            ("text", design.frame.text),
            ("second_text", design.frame.second_text),
        ):
            if strangers := undrawable(text):
                raise TextNotDrawable(strangers, name)
    matrix = encode_for(content, design)
    level = design.effective_error_correction
    logo = read_logo(design.logo.image) if design.logo else None
    side = matrix.size + 2 * design.quiet_zone
    frame = framed(design.frame, side)
    dx, dy = frame.x + design.quiet_zone, frame.y + design.quiet_zone
    area = (dx, dy, float(matrix.size), float(matrix.size))
    ink = paint_across(design.foreground, design.foreground_gradient, area)
    cells = _without_eyes(matrix)
    parts: list[Shape | Raster] = list(frame.shapes)
    behind: list[Shape | Raster] = []
    if logo is not None and design.logo is not None:
        box = logo_box(matrix.size, design.logo, logo.width, logo.height, level)
        if design.logo.excavate:
            cells = _excavated(cells, matrix.size, box, is_round=design.logo.plate == "circle")
        behind = _logo(design, logo, box, dx, dy)
    parts.append(Shape(module_path(cells, design.modules, dx, dy), ink))
    corners = zip(eye_corners(matrix.size), design.eye_looks, strict=True)
    for (column, row, quarters), look in corners:
        x, y = column + dx, row + dy
        ring = eye_frame(look.frame or design.eye_frame, x, y, quarters)
        ball = eye_ball(look.ball or design.eye_ball, x, y, quarters)
        parts.append(Shape(ring, look.frame_color or ink, even_odd=True))
        parts.append(Shape(ball, look.ball_color or ink))
    background = None
    if not design.transparent:
        whole = (0.0, 0.0, frame.width, frame.height)
        background = paint_across(design.background, design.background_gradient, whole)
    return Drawing(frame.width, frame.height, (*parts, *behind), background)


def _without_eyes(matrix: Matrix) -> Cells:
    far = matrix.size - FRAME_SIDE
    return frozenset(
        (x, y)
        for x, y in matrix.dark
        if not ((x < FRAME_SIDE and (y < FRAME_SIDE or y >= far)) or (x >= far and y < FRAME_SIDE))
    )


def _excavated(cells: Cells, size: int, box: LogoBox, *, is_round: bool) -> Cells:
    middle = size / 2
    reach_x, reach_y = box.clear_width / 2, box.clear_height / 2

    def is_free(x: int, y: int) -> bool:
        nearest_x = min(max(middle, x + 0.3), x + 0.7) - middle
        nearest_y = min(max(middle, y + 0.3), y + 0.7) - middle
        if is_round:
            return (nearest_x / reach_x) ** 2 + (nearest_y / reach_y) ** 2 >= 1
        return abs(nearest_x) >= reach_x or abs(nearest_y) >= reach_y

    return frozenset((x, y) for x, y in cells if is_free(x, y))


def _logo(
    design: Design, logo: LogoImage, box: LogoBox, dx: float, dy: float
) -> list[Shape | Raster]:
    parts: list[Shape | Raster] = []
    assert design.logo is not None
    middle_x, middle_y = dx + box.x + box.width / 2, dy + box.y + box.height / 2
    left, top = middle_x - box.clear_width / 2, middle_y - box.clear_height / 2
    plate: Path | None = None
    if design.logo.plate == "square":
        plate = rectangle(left, top, box.clear_width, box.clear_height)
    elif design.logo.plate == "rounded":
        radius = box.clear_width * 0.2
        plate = rounded_rectangle(left, top, box.clear_width, box.clear_height, (radius,) * 4)
    elif design.logo.plate == "circle":
        plate = ellipse(left, top, box.clear_width, box.clear_height)
    if plate is not None:
        parts.append(Shape(plate, design.background))
    x, y, width, height = dx + box.x, dy + box.y, box.width, box.height
    if design.logo.plate == "circle":
        # The picture's corners must stay inside the circle.
        x, y = x + width * 0.12, y + height * 0.12
        width, height = width * 0.76, height * 0.76
    parts.append(Raster(x, y, width, height, logo.file, logo.media_type))
    return parts
