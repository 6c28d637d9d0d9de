"""Renders a code as a file from one list of shapes for all formats, so that preview and print agree."""

from io import BytesIO

from PIL import Image, ImageOps

from api.rendering.qr.errors import PictureTooSmall
from api.rendering.qr.render.composition import compose
from api.rendering.qr.render.pixels import grey, png
from api.rendering.qr.render.printing import eps, pdf
from api.rendering.qr.render.shapes import Canvas, Drawing, Raster
from api.rendering.qr.render.svg import svg
from api.rendering.qr.types import Design, PictureFormat

RENDERER = 6
"""Increased when the same design is rendered differently. Caches of pictures depend on it."""

SCREEN_DPI = 96
PRINT_DPI = 300


def pixels_of_millimetres(millimetres: float, *, in_dots: bool) -> float:
    """Return CSS pixels for vector files, and whole printer dots for PNG."""
    if in_dots:
        return max(1, round(millimetres / 25.4 * PRINT_DPI))
    return round(millimetres / 25.4 * SCREEN_DPI, 4)


def draw(
    content: str, design: Design, width: float, height: float, picture_format: PictureFormat
) -> bytes:
    """Return the file with width x height pixels (96 per inch in print) and the code as large as possible."""
    return write(compose(content, design), width, height, picture_format)


def write(drawing: Drawing, width: float, height: float, picture_format: PictureFormat) -> bytes:
    """Return a drawing as a file."""
    match picture_format:
        case PictureFormat.PNG:
            return png(drawing, _whole_pixels(drawing, int(width), int(height)))
        case PictureFormat.SVG:
            return svg(drawing, _fitted(drawing, width, height)).encode()
        case PictureFormat.PDF:
            return pdf(drawing, _fitted(drawing, width, height))
        case PictureFormat.EPS:
            return eps(drawing, _fitted(drawing, width, height))


def looked_at(drawing: Drawing, pixels_a_module: int) -> Image.Image:
    """Return a drawing as a reader sees it: the pixels of its PNG in grey, with white where it is transparent."""
    width, height = (round(side * pixels_a_module) for side in (drawing.width, drawing.height))
    return grey(drawing, _whole_pixels(drawing, width, height))


def fit(picture: bytes, width: float, height: float, picture_format: PictureFormat) -> bytes:
    """Return a finished picture as a file of this size, uncropped and on white. Vector formats embed it unchanged."""
    with Image.open(BytesIO(picture), formats=("PNG",)) as opened:
        if picture_format is not PictureFormat.PNG:
            box = Raster(0, 0, opened.width, opened.height, picture, "image/png")
            drawing = Drawing(opened.width, opened.height, (box,), "#ffffff")
            return write(drawing, width, height, picture_format)
        size = int(width), int(height)
        scaled = ImageOps.pad(opened.convert("RGB"), size, Image.Resampling.LANCZOS, "#ffffff")
    out = BytesIO()
    scaled.save(out, "PNG", dpi=(PRINT_DPI, PRINT_DPI))
    return out.getvalue()


def _fitted(drawing: Drawing, width: float, height: float) -> Canvas:
    scale = min(width / drawing.width, height / drawing.height)
    return Canvas(
        width,
        height,
        scale,
        (width - drawing.width * scale) / 2,
        (height - drawing.height * scale) / 2,
    )


def _whole_pixels(drawing: Drawing, width: int, height: int) -> Canvas:
    """Return a canvas with whole pixels per module, because readers fail at modules of uneven width."""
    scale = int(min(width / drawing.width, height / drawing.height))
    if scale < 1:
        raise PictureTooSmall(-int(-max(drawing.width, drawing.height) // 1))
    left, top = (width - drawing.width * scale) / 2, (height - drawing.height * scale) / 2
    return Canvas(width, height, scale, float(int(left)), float(int(top)))
