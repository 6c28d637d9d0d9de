"""Fonts of printed slips, and where each line of a text goes. The web designer loads the same files."""

import re
from functools import cache
from typing import Literal, NamedTuple

from reportlab.pdfbase.ttfonts import TTFont

from runtime.settings import ROOT

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
    """One line of a text: points from the left edge, and from the top down to its baseline."""

    text: str
    left: float
    baseline: float


@cache
def font_of(family: Family, weight: int) -> TTFont:
    """A font, read once."""
    return TTFont(f"Waypost-{family}-{weight}", str(FONTS / _FILES[family, weight]))


def unprintable(text: str, family: Family, weight: int) -> str:
    """Letters of the text that the font does not have."""
    known = font_of(family, weight).face.charToGlyph
    return "".join(dict.fromkeys(it for it in text if it not in "\r\n" and ord(it) not in known))


def lines_of(
    text: str, family: Family, weight: int, size: float, width: float, align: str
) -> list[Line]:
    """The text broken into lines no wider than `width` points, as browsers break it."""
    font = font_of(family, weight)
    face = font.face
    ascent, descent = face.ascent / 1000 * size, -face.descent / 1000 * size
    height = size * LINE_HEIGHT
    first = (height - ascent - descent) / 2 + ascent
    broken = [
        line
        for paragraph in text.replace("\r\n", "\n").split("\n")
        for line in _broken(paragraph, font, size, width)
    ]
    lines = []
    for number, line in enumerate(broken):
        spare = width - font.stringWidth(line, size)
        left = {"left": 0.0, "center": spare / 2, "right": spare}[align]
        lines.append(Line(line, left, first + number * height))
    return lines


def _broken(paragraph: str, font: TTFont, size: float, width: float) -> list[str]:
    lines, line = [], ""
    for word in _WORDS.findall(paragraph):
        if font.stringWidth(line + word.rstrip(), size) <= width + 0.01:
            line += word
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = word.lstrip()
        while len(line) > 1 and font.stringWidth(line, size) > width + 0.01:
            fits = next(
                end
                for end in range(len(line) - 1, 0, -1)
                if end == 1 or font.stringWidth(line[:end], size) <= width
            )
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line.rstrip()]
