"""Decodes a picture with two independent readers, as it is and under conditions that phones meet."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

import deqr
import zxingcpp
from PIL import Image, ImageFilter

SMALL_SIDE = 200
LEAST_PIXELS_A_MODULE = 4

_QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])


@dataclass(frozen=True, slots=True)
class Reading:
    """Which readers found the content under one circumstance."""

    circumstance: str
    zxing: bool
    zbar: bool


def read_under_all(
    picture: Image.Image, content: str, modules: float, small: int | None = None
) -> tuple[Reading, ...]:
    """The first is the picture as it is. `modules` is how many lie across the picture.

    `small` is the width of the small one; by default 200 pixels, or more where modules would get too tiny.
    """
    side = small or max(SMALL_SIDE, round(modules * LEAST_PIXELS_A_MODULE))
    return tuple(
        Reading(name, zxing_reads(seen, content), zbar_reads(seen, content))
        for name, seen in _circumstances(picture, modules, side)
    )


def on_paper(png: bytes) -> Image.Image:
    """A picture as grey pixels, on white where it is transparent."""
    with Image.open(BytesIO(png)) as picture:
        pixels = picture.convert("RGBA")
    paper = Image.new("RGBA", pixels.size, "white")
    paper.alpha_composite(pixels)
    return paper.convert("L")


def zxing_reads(picture: Image.Image, content: str) -> bool:
    """Whether ZXing finds the content."""
    return any(found.text == content for found in zxingcpp.read_barcodes(picture, formats=_QR))


def zbar_reads(picture: Image.Image, content: str) -> bool:
    """Whether ZBar's reader finds the content."""
    grey = picture.convert("L")
    found = deqr.QRdecDecoder().decode((grey.tobytes(), grey.size), convert_data=False)
    return any(
        b"".join(entry.data for entry in code.data_entries) in _encodings(content) for code in found
    )


def _encodings(content: str) -> set[bytes]:
    """The bytes that a code may hold for a text; the reader gives them as they are."""
    encodings = {content.encode()}
    for charset in ("iso-8859-1", "shift-jis"):
        with suppress(UnicodeEncodeError):
            encodings.add(content.encode(charset))
    return encodings


def _circumstances(
    picture: Image.Image, modules: float, small: int
) -> Iterator[tuple[str, Image.Image]]:
    yield "plain", picture
    pixel = picture.width / modules
    if small < picture.width:
        height = round(picture.height * small / picture.width)
        yield "small", picture.resize((small, height), Image.Resampling.BILINEAR)
    yield "blurred", picture.filter(ImageFilter.GaussianBlur(pixel * 0.4))
    ground = picture.getpixel((0, 0))
    yield (
        "turned",
        picture.rotate(14, expand=True, fillcolor=ground, resample=Image.Resampling.BICUBIC),
    )
    photo = BytesIO()
    picture.point(lambda value: int(value * 0.6 + 40)).save(photo, "JPEG", quality=20)
    yield "photographed", Image.open(photo)
