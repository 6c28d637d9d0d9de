"""Generated icons of organisations: the initial on the organisation's colour."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from api.rendering.typesetting.fonts import JAPANESE, NOTO_SANS, OF_SCRIPT, FontFile, has_letter
from api.rendering.visitor_pages.colors import ink_on

_SHARE = 0.62
"""Size of the letter, which fits the circle of four fifths that every phone's icon mask leaves
(w3.org/TR/appmanifest).
"""
_SMALL = 128
_FINER = 4
"""Small icons are drawn this many times larger and scaled down, which gives a cleaner letter."""


@lru_cache(maxsize=256)
def initial_icon(name: str, ground: str, side: int) -> bytes:
    """Return a square PNG without transparent corners. `ground` is `#rrggbb`."""
    letter = next((it for it in name.upper() if it.isalnum()), "")
    drawn = side * _FINER if side < _SMALL else side
    picture = Image.new("RGB", (drawn, drawn), ground)
    font = _font_of(letter) if letter else None
    if font is not None:
        shape = ImageFont.truetype(font.path, int(drawn * _SHARE), index=font.index)
        middle = drawn / 2
        ink = ink_on([ground])
        ImageDraw.Draw(picture).text((middle, middle), letter, ink, shape, anchor="mm")
    file = BytesIO()
    picture.resize((side, side), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _font_of(letter: str) -> FontFile | None:
    fonts = (NOTO_SANS, *OF_SCRIPT.values(), JAPANESE)
    return next((font for font in fonts if has_letter(font, letter)), None)
