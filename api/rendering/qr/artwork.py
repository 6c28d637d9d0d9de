"""Checks whether a finished picture of a code can be read: in the exact file that is delivered, at its size."""

from collections.abc import Iterator
from io import BytesIO

import segno
from PIL import Image

from api.rendering.qr.decoding import PLAIN, Reading, module_pixels, on_paper, read_under
from api.rendering.qr.drawing import fit
from api.rendering.qr.legibility import (
    MOST_PIXELS_READ,
    READINGS,
    Legibility,
    decodes,
    missed,
    reads_badly,
)
from api.rendering.qr.rules import size_warnings, width_of
from api.rendering.qr.types import PictureFormat
from api.rendering.qr.warnings import PictureWarning

LEAST_MODULE_MM = 0.4
"""More than a drawn code needs, because these modules have soft edges and uneven colours."""
_QUIET = 8
"""Number of modules to the left and right of a code together."""


def check_artwork(
    content: str,
    picture: bytes,
    width: int,
    height: int,
    width_mm: float | None = None,
    distance_m: float | None = None,
) -> Legibility:
    """Check the file that is delivered in place of a drawn design.

    Args:
        content: the content of the code in the picture.
        picture: the stored PNG.
        width: width of the delivered file in pixels.
        height: height in pixels.
        width_mm: the printed width, including everything around the code.
        distance_m: the distance from which it must be readable.
    """
    modules = _modules_across(picture, content, width, height)
    delivered = on_paper(fit(picture, width, height, PictureFormat.PNG))
    seen = delivered.reduce(1 + max(delivered.size) // MOST_PIXELS_READ)
    readings = read_under(seen, content, modules, READINGS)
    for_paper = width_of(modules, LEAST_MODULE_MM, None)
    needed = width_of(modules, LEAST_MODULE_MM, distance_m)
    warnings = (
        *_reading_warnings(readings, picture, content),
        *size_warnings(for_paper, needed, width_mm, distance_m),
    )
    return Legibility(decodes(readings[0]), warnings, readings, needed)


def _modules_across(picture: bytes, content: str, width: int, height: int) -> float:
    """Return the number of modules across the picture, as measured. If no code is found, it is the number that the code
    itself needs.
    """
    with Image.open(BytesIO(picture), formats=("PNG",)) as opened:
        scale = min(width / opened.width, height / opened.height)
        found = module_pixels(opened.convert("L"), content)
    if found is None:
        code = segno.make_qr(content, error="H", boost_error=False)
        return float(len(code.matrix) + _QUIET)
    return width / (found * scale)


def _reading_warnings(
    readings: tuple[Reading, ...], picture: bytes, content: str
) -> Iterator[PictureWarning]:
    if not decodes(readings[0]):
        is_small = any(decodes(it) for it in read_under(on_paper(picture), content, 1, (PLAIN,)))
        message = (
            "No scanner can read the code in a file of this size. Make it larger."
            if is_small
            else "No scanner could read this picture. People will not be able to scan it."
        )
        yield PictureWarning("too_few_pixels" if is_small else "unreadable", "high", message)
    elif reads_badly(readings):
        yield PictureWarning("reads_badly", "medium", missed(readings))
