"""The icon of a pass, which lock screens and notifications show: the organisation's initial on its colour."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from api.rendering.typesetting.fonts import JAPANESE, NOTO_SANS, OF_SCRIPT, FontFile, has_letter
from api.rendering.visitor_pages.colors import ink_on

SIDES = {"icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87}
"""Pixels of each file; developer.apple.com/design/human-interface-guidelines/wallet."""
_FINER = 4


@lru_cache(maxsize=256)
def icons(name: str, ground: str) -> dict[str, bytes]:
    """The icon in every size, as PNG by file name; `ground` is `#rrggbb`."""
    letter = next((it for it in name.upper() if it.isalnum()), "")
    return {file: _icon(letter, ground, side) for file, side in SIDES.items()}


def _icon(letter: str, ground: str, side: int) -> bytes:
    drawn = side * _FINER
    picture = Image.new("RGB", (drawn, drawn), ground)
    font = _font_of(letter) if letter else None
    if font is not None:
        shape = ImageFont.truetype(font.path, int(drawn * 0.62), index=font.index)
        middle = drawn / 2
        ink = ink_on([ground])
        ImageDraw.Draw(picture).text((middle, middle), letter, ink, shape, anchor="mm")
    file = BytesIO()
    picture.resize((side, side), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _font_of(letter: str) -> FontFile | None:
    fonts = (NOTO_SANS, *OF_SCRIPT.values(), JAPANESE)
    return next((font for font in fonts if has_letter(font, letter)), None)
