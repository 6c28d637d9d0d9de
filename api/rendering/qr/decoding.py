"""Decodes a picture with two independent readers, unmodified and under conditions that occur with phones."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from typing import Any

import deqr
import zxingcpp
from PIL import Image, ImageFilter

_QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])


PLAIN = "plain"
SMALL_SIDE = 200
"""Width in pixels of a picture that is read at a small size."""
MODULES_PAST_FOCUS = 0.4
MODULES_BESIDE_VERSIONS = 17
"""A code of version n is this many modules plus four times n wide."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The readers that found the content under one condition."""

    circumstance: str
    zxing: bool
    zbar: bool


def read_under(
    picture: Image.Image, content: str, modules: float, circumstances: Iterable[str]
) -> tuple[Reading, ...]:
    """Return what the readers find in a greyscale picture of a code under these of `CIRCUMSTANCES`.

    Args:
        picture: grey pixels, with everything around the code.
        content: the text that must be found.
        modules: number of modules across the whole picture.
        circumstances: names from `CIRCUMSTANCES`.
    """
    pixels_a_module = picture.width / modules
    return tuple(
        Reading(name, zxing_reads(seen, content), zbar_reads(seen, content))
        for name in circumstances
        for seen in [CIRCUMSTANCES[name](picture, pixels_a_module)]
    )


def on_paper(png: bytes) -> Image.Image:
    """Return a picture as grey pixels, with white where it is transparent."""
    with Image.open(BytesIO(png)) as picture:
        pixels = picture.convert("RGBA")
    paper = Image.new("RGBA", pixels.size, "white")
    paper.alpha_composite(pixels)
    return paper.convert("L")


def zxing_reads(picture: Image.Image, content: str) -> bool:
    """Return whether ZXing finds the content."""
    return any(found.text == content for found in zxingcpp.read_barcodes(picture, formats=_QR))


def module_pixels(picture: Image.Image, content: str) -> float | None:
    """Return the width in pixels of a module of the content's code, or None if ZXing does not find it."""
    for found in zxingcpp.read_barcodes(picture, formats=_QR):
        if found.text == content:
            place = found.position
            corners = [
                complex(corner.x, corner.y)
                for corner in (
                    place.top_left,
                    place.top_right,
                    place.bottom_right,
                    place.bottom_left,
                )
            ]
            edges = [abs(there - here) for here, there in pairwise([*corners, corners[0]])]
            extra: Any = found.extra
            across = MODULES_BESIDE_VERSIONS + 4 * int(extra["Version"])
            return float(sum(edges) / 4 / across)
    return None


def zbar_reads(picture: Image.Image, content: str) -> bool:
    """Return whether the ZBar reader finds the content."""
    grey = picture.convert("L")
    found = deqr.QRdecDecoder().decode((grey.tobytes(), grey.size), convert_data=False)
    return any(
        b"".join(entry.data for entry in code.data_entries) in _encodings(content) for code in found
    )


def _encodings(content: str) -> set[bytes]:
    """Return the byte sequences that a code may contain for a text, because the reader returns them undecoded."""
    encodings = {content.encode()}
    for charset in ("iso-8859-1", "shift-jis"):
        with suppress(UnicodeEncodeError):
            encodings.add(content.encode(charset))
    return encodings


def _small(picture: Image.Image, _: float) -> Image.Image:
    height = round(picture.height * SMALL_SIDE / picture.width)
    return picture.resize((SMALL_SIDE, height), Image.Resampling.BILINEAR)


def _blurred(picture: Image.Image, pixels_a_module: float) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(pixels_a_module * MODULES_PAST_FOCUS))


def _turned(picture: Image.Image, _: float) -> Image.Image:
    ground = picture.getpixel((0, 0))
    return picture.rotate(14, expand=True, fillcolor=ground, resample=Image.Resampling.BICUBIC)


def _photographed(picture: Image.Image, _: float) -> Image.Image:
    photo = BytesIO()
    picture.point(lambda value: int(value * 0.6 + 40)).save(photo, "JPEG", quality=20)
    return Image.open(photo)


CIRCUMSTANCES: Mapping[str, Callable[[Image.Image, float], Image.Image]] = {
    PLAIN: lambda picture, _: picture,
    "small": _small,
    "blurred": _blurred,
    "turned": _turned,
    "photographed": _photographed,
}
