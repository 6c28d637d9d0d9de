"""Whether a picture of a code can be read, by decoding it and by the rules that decoders forgive."""

from dataclasses import dataclass
from io import BytesIO

import zxingcpp
from PIL import Image

from api.domains.media.types import Design

LEAST_CONTRAST = 4.0
LEAST_QUIET_ZONE = 4


@dataclass(frozen=True, slots=True)
class Legibility:
    """What was found. `decodes` is the fact; `warnings` tell what may fail on paper."""

    decodes: bool
    warnings: tuple[str, ...]


def inspect(png: bytes, content: str, design: Design) -> Legibility:
    """Decode a picture and hold its design against what readers need."""
    with Image.open(BytesIO(png)) as picture:
        found = zxingcpp.read_barcodes(
            picture.convert("L"), formats=zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
        )
    return Legibility(
        decodes=any(barcode.text == content for barcode in found), warnings=tuple(_warnings(design))
    )


def _warnings(design: Design) -> list[str]:
    dark, light = _luminance(design.foreground), _luminance(design.background)
    found = []
    if dark > light:
        found.append("The modules are lighter than the background; some readers refuse that.")
    if (max(dark, light) + 0.05) / (min(dark, light) + 0.05) < LEAST_CONTRAST:
        found.append("The colours are too close to each other to be told apart in bad light.")
    if design.quiet_zone < LEAST_QUIET_ZONE:
        found.append("The empty margin is narrower than 4 modules; print may run into the code.")
    return found


def _luminance(color: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
