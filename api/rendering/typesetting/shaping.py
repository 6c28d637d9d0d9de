"""Glyphs of a line and their positions, by HarfBuzz, and their outlines. Sizes are relative to the font size."""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import uharfbuzz as hb

from api.rendering.paths import Path, Segment, moved
from api.rendering.typesetting.direction import visual_order
from api.rendering.typesetting.fonts import FontFile, face_of
from api.rendering.typesetting.runs import Run, Style, runs_of


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph of a font, the first character of the text that it represents, and its position on the baseline."""

    font: FontFile
    number: int
    letter: int
    x: float
    y: float
    advance: float


@dataclass(frozen=True, slots=True)
class Line:
    """A text on one line, from left to right."""

    glyphs: tuple[Glyph, ...]
    width: float


def composed(text: str) -> str:
    """Return a text with characters and accents composed where possible. Positions in `line_of` refer to this form."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=256)
def line_of(text: str, style: Style, of: tuple[int, ...] | None = None) -> Line:
    """Order and shape a text. `of` has the level of each character if the text is part of a paragraph."""
    text = composed(text)
    runs = runs_of(text, style, of)
    glyphs: list[Glyph] = []
    x = 0.0
    for place in visual_order([run.level for run in runs]):
        x = _shape(text, runs[place], style, x, glyphs)
    return Line(tuple(glyphs), x)


def outline_of(line: Line, weight: int) -> Path:
    """Return the outline of a line with the left end of its baseline at 0, 0 and the y axis pointing down."""
    segments: list[Segment] = []
    for glyph in line.glyphs:
        segments.extend(moved(_outline(glyph.font, weight, glyph.number), 1, glyph.x, -glyph.y))
    return tuple(segments)


def ink_of(path: Path) -> tuple[float, float]:
    """Return the highest and the lowest position that a path's points reach."""
    heights = [value for _, *points in path for value in points[1::2]]
    return (min(heights), max(heights)) if heights else (0.0, 0.0)


def _shape(text: str, run: Run, style: Style, x: float, glyphs: list[Glyph]) -> float:
    face = face_of(run.font, style.weight)
    buffer = hb.Buffer()
    buffer.add_codepoints([ord(it) for it in text], run.start, run.end - run.start)
    buffer.direction = "rtl" if run.level % 2 else "ltr"
    buffer.script = run.script
    if style.language:
        buffer.language = style.language
    hb.shape(face.font, buffer, {})
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        advance = position.x_advance / face.em
        glyphs.append(
            Glyph(
                run.font,
                info.codepoint,
                info.cluster,
                x + position.x_offset / face.em,
                position.y_offset / face.em,
                advance,
            )
        )
        x += advance
    return x


@lru_cache(maxsize=4096)
def _outline(font: FontFile, weight: int, number: int) -> Path:
    face = face_of(font, weight)
    segments: list[Segment] = []
    face.font.draw_glyph(number, _pen(), segments)
    return moved(tuple(segments), 1 / face.em, 0, 0)


@cache
def _pen() -> Any:
    """Return a pen that collects an outline, with quadratic curves converted to cubic ones."""
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, into: into.append(("M", x, -y)))
    pen.set_line_to_func(lambda x, y, into: into.append(("L", x, -y)))
    pen.set_cubic_to_func(
        lambda x1, y1, x2, y2, x3, y3, into: into.append(("C", x1, -y1, x2, -y2, x3, -y3))
    )
    pen.set_close_path_func(lambda into: into.append(("Z",)))
    return pen
