"""The barcode of a pass as a picture."""

import base64
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

import zxingcpp
from PIL import Image

from api.rendering.wallet.content import Barcode, BarcodeFormat

_FORMATS = {
    "qr": zxingcpp.BarcodeFormat.QRCode,
    "aztec": zxingcpp.BarcodeFormat.Aztec,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
    "code128": zxingcpp.BarcodeFormat.Code128,
}
_PIXELS_A_MODULE = 4


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG in black and white, with its quiet zone."""

    png: bytes
    width: int
    height: int

    @property
    def data_url(self) -> str:
        """A data URL, with which a page shows the image without a network."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"


def picture_of(barcode: Barcode) -> Picture | None:
    """Return the picture, or None if the message is too long for its format."""
    return _drawn(barcode.format, barcode.message)


@lru_cache(maxsize=512)
def _drawn(barcode_format: BarcodeFormat, message: str) -> Picture | None:
    try:
        symbol = zxingcpp.create_barcode(message, _FORMATS[barcode_format])
    except ValueError:
        return None
    # The result is a buffer, which the stubs do not declare.
    pixels: Any = zxingcpp.write_barcode_to_image(
        symbol, scale=_PIXELS_A_MODULE, add_quiet_zones=True
    )
    height, width = pixels.shape
    grey = Image.frombytes("L", (width, height), bytes(memoryview(pixels)))
    file = BytesIO()
    grey.convert("1").save(file, "PNG", optimize=True)
    return Picture(file.getvalue(), width, height)
