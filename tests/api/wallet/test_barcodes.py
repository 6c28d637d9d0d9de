"""Barcodes are drawn so that a scanner reads the content of the pass."""

from io import BytesIO

import pytest
import zxingcpp
from PIL import Image

from api.rendering.wallet.barcodes import picture_of
from api.rendering.wallet.content import Barcode

READ_AS = {
    "qr": zxingcpp.BarcodeFormat.QRCode,
    "aztec": zxingcpp.BarcodeFormat.Aztec,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
    "code128": zxingcpp.BarcodeFormat.Code128,
}


@pytest.mark.parametrize("barcode_format", READ_AS)
@pytest.mark.parametrize("message", ["WP-1", "Zoë 7", "日本語 ✓", "a1B;" * 20, "x" * 1_000])
def test_scanned_barcode_contains_the_original_message(barcode_format: str, message: str) -> None:
    if barcode_format == "code128" and not (message.isascii() and len(message) <= 80):
        return
    drawn = picture_of(Barcode(format=barcode_format, message=message))  # type: ignore[arg-type]

    assert drawn is not None
    picture = Image.open(BytesIO(drawn.png))
    only = zxingcpp.BarcodeFormats([READ_AS[barcode_format]])
    (read,) = zxingcpp.read_barcodes(picture.convert("L"), formats=only)
    assert read.text == message
    assert picture.size == (drawn.width, drawn.height)


def test_message_too_long_for_its_barcode_format_has_no_picture() -> None:
    assert picture_of(Barcode(format="aztec", message="日" * 1_000)) is None
