"""Letters as paths, from a font that comes with a package: no machine's own fonts are asked.

Letter by letter: scripts that join or reorder their letters would come out wrong, so they are refused.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

import fontpkg_noto_sans
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from api.domains.media.render.shapes import Path, Segment, moved

WEIGHT = 700
CAP_HEIGHT = 0.714
"""Height of capitals as a share of the size."""

_UNSHAPED = ("LATIN", "GREEK", "CYRILLIC")
_FILE = "NotoSans[wdth,wght].ttf"


class _PathPen(BasePen):  # type: ignore[misc]
    """Collects a glyph's outline; quadratic curves arrive as cubic ones."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.segments: list[Segment] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("M", pt[0], -pt[1]))

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("L", pt[0], -pt[1]))

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.segments.append(("C", *(value for x, y in points for value in (x, -y))))

    def _closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))


@lru_cache(maxsize=1)
def _font() -> tuple[dict[int, str], Any, float]:
    font = TTFont(FilePath(fontpkg_noto_sans.__file__).parent / "files" / _FILE, lazy=True)
    return font.getBestCmap(), font.getGlyphSet(location={"wght": WEIGHT}), font["head"].unitsPerEm


@lru_cache(maxsize=512)
def _glyph(letter: str) -> tuple[Path, float]:
    names, glyphs, em = _font()
    glyph = glyphs[names[ord(letter)]]
    pen = _PathPen(glyphs)
    glyph.draw(pen)
    return moved(tuple(pen.segments), 1 / em, 0, 0), glyph.width / em


def undrawable(text: str) -> list[str]:
    """The characters of a text for which there is no letter."""
    names, _, _ = _font()
    return [
        letter
        for letter in dict.fromkeys(unicodedata.normalize("NFC", text))
        if ord(letter) not in names or not _stands_alone(letter)
    ]


def _stands_alone(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category[0] == "L":
        return unicodedata.name(letter, "").startswith(_UNSHAPED)
    return category[0] in "NPSZ"


def text_width(text: str) -> float:
    """Width of a text set at size 1."""
    return sum(_glyph(letter)[1] for letter in unicodedata.normalize("NFC", text))


def text_path(text: str, cx: float, cy: float, size: float) -> Path:
    """A text centred on a point; its capitals are what is centred in height."""
    x = cx - text_width(text) * size / 2
    baseline = cy + CAP_HEIGHT * size / 2
    segments: list[Segment] = []
    for letter in unicodedata.normalize("NFC", text):
        path, advance = _glyph(letter)
        segments.extend(moved(path, size, x, baseline))
        x += advance * size
    return tuple(segments)
