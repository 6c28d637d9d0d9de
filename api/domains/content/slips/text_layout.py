"""Fonts of printed slips, and the position of each line of text. The web designer loads the same files.

Characters that these fonts contain are printed as text. Texts with other characters are printed as outlines, in any
script.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from api.rendering.paths import Path, moved
from api.rendering.typesetting.direction import levels
from api.rendering.typesetting.fonts import FontFile, typographic_language
from api.rendering.typesetting.line_breaking import clings, pieces
from api.rendering.typesetting.runs import Style, is_invisible, without_a_letter
from api.rendering.typesetting.shaping import composed, line_of, outline_of
from runtime.settings import ROOT

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

FONTS = ROOT / "node_modules" / "@expo-google-fonts"
LINE_HEIGHT = 1.25
_FILES = {
    ("sans", 400): "inter/400Regular/Inter_400Regular.ttf",
    ("sans", 700): "inter/700Bold/Inter_700Bold.ttf",
    ("serif", 400): "source-serif-4/400Regular/SourceSerif4_400Regular.ttf",
    ("serif", 700): "source-serif-4/700Bold/SourceSerif4_700Bold.ttf",
}
_WORDS = re.compile(r"\s*\S+|\s+$")

Family = Literal["sans", "serif"]


class Line(NamedTuple):
    """One line of a text: points from the left edge, and from the top down to its baseline.

    `path` is its outline, if the fonts of slips lack its characters.
    """

    text: str
    left: float
    baseline: float
    path: Path | None = None


@cache
def font_of(family: Family, weight: int) -> "TTFont":
    """Return a font, which is loaded only once."""
    from reportlab.pdfbase.ttfonts import TTFont

    return TTFont(f"Waypost-{family}-{weight}", _path(family, weight))


def unprintable(text: str, family: Family, weight: int) -> str:
    """Return the characters of the text that no font contains."""
    on_lines = "".join(it for it in text if it not in "\r\n")
    return "".join(without_a_letter(composed(on_lines), _style(family, weight)))


def outlined_letters(text: str, family: Family, weight: int) -> int:
    """Return how many characters of a text are printed as outlines, which need more time and space."""
    return 0 if _is_plain(text, font_of(family, weight)) else len(text)


def lines_of(
    text: str,
    family: Family,
    weight: int,
    size: float,
    width: float,
    align: str,
    language: str | None = None,
) -> list[Line]:
    """Break the text into lines no wider than `width` points, as browsers do."""
    font = font_of(family, weight)
    face = font.face
    ascent, descent = face.ascent / 1000 * size, -face.descent / 1000 * size
    height = size * LINE_HEIGHT
    first = (height - ascent - descent) / 2 + ascent
    paragraphs = text.replace("\r\n", "\n").split("\n")
    if _is_plain(text, font):
        set_lines = _plain(paragraphs, font, size, width)
    else:
        language = typographic_language(text) or language
        set_lines = _outlined(paragraphs, _style(family, weight, language), size, width)
    lines = []
    for number, (result, wide, path) in enumerate(set_lines):
        left = {"left": 0.0, "center": (width - wide) / 2, "right": width - wide}[align]
        lines.append(Line(result, left, first + number * height, path))
    return lines


def _plain(
    paragraphs: list[str], font: "TTFont", size: float, width: float
) -> Iterator[tuple[str, float, Path | None]]:
    def measure(text: str) -> float:
        return float(font.stringWidth(text, size))

    for paragraph in paragraphs:
        for line in _broken(_WORDS.findall(paragraph), measure, width):
            yield line, measure(line), None


def _outlined(
    paragraphs: list[str], style: Style, size: float, width: float
) -> Iterator[tuple[str, float, Path | None]]:
    def measure(text: str) -> float:
        return line_of(text, style).width * size

    for paragraph in map(composed, paragraphs):
        # The order of a line's characters follows the direction of the paragraph, regardless of how
        # the line begins.
        of, end = levels(paragraph), 0
        for line in _broken(pieces(paragraph), measure, width):
            start = paragraph.index(line, end)
            end = start + len(line)
            shaped = line_of(line, style, tuple(of[start:end]))
            path = moved(outline_of(shaped, style.weight), size, 0, 0)
            yield line, shaped.width * size, path


def _is_plain(text: str, font: "TTFont") -> bool:
    glyphs = font.face.charToGlyph
    return all(
        it in "\r\n"
        or (ord(it) in glyphs and not is_invisible(it) and unicodedata.category(it)[0] != "M")
        for it in text
    )


def _style(family: Family, weight: int, language: str | None = None) -> Style:
    return Style(weight, language, FontFile(_path(family, weight)))


def _path(family: Family, weight: int) -> str:
    return str(FONTS / _FILES[family, weight])


def _broken(words: list[str], measure: Callable[[str], float], width: float) -> list[str]:
    """Return lines of these words. Each word is measured once, because no ligature crosses a line break."""
    lines, line, wide = [], "", 0.0
    for word in words:
        if wide + measure(word.rstrip()) <= width + 0.01:
            line += word
            wide += measure(word)
            continue
        if line.strip():
            lines.append(line.rstrip())
        *full, line = _cut(word.lstrip(), measure, width) or [""]
        lines.extend(full)
        wide = measure(line)
    return [*lines, line.rstrip()]


def _cut(word: str, measure: Callable[[str], float], width: float) -> list[str]:
    """Split a word into the longest parts that fit, found by doubling the length while it fits, then halving."""
    ends = [place for place in range(1, len(word)) if not clings(word[place])] + [len(word)]
    parts: list[str] = []
    start = at = 0
    while start < len(word):
        step = 1
        while at + step < len(ends) and measure(word[start : ends[at + step]]) <= width + 0.01:
            at += step
            step *= 2
        while step:
            if at + step < len(ends) and measure(word[start : ends[at + step]]) <= width + 0.01:
                at += step
            step //= 2
        parts.append(word[start : ends[at]])
        start = ends[at]
        at += 1
    return parts
