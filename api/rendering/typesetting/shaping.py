"""Glyphs of a line and where they stand, by HarfBuzz; and their outlines. Sizes are shares of the text's size."""

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
    """A glyph of a font, the letter of the text that it begins with, and its place on the baseline."""

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
    """A text with letters and their accents as one where there is such a one: what `line_of` counts in."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=256)
def line_of(text: str, style: Style, of: tuple[int, ...] | None = None) -> Line:
    """Order and shape a text; with the level of each letter where it is part of a paragraph."""
    text = composed(text)
    runs = runs_of(text, style, of)
    glyphs: list[Glyph] = []
    x = 0.0
    for place in visual_order([run.level for run in runs]):
        x = _shape(text, runs[place], style, x, glyphs)
    return Line(tuple(glyphs), x)


def outline_of(line: Line, weight: int) -> Path:
    """What a line draws, its baseline's left end at 0, 0, upside down as screens count."""
    segments: list[Segment] = []
    for glyph in line.glyphs:
        segments.extend(moved(_outline(glyph.font, weight, glyph.number), 1, glyph.x, -glyph.y))
    return tuple(segments)


def ink_of(path: Path) -> tuple[float, float]:
    """The highest and the lowest line that a path's points reach."""
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
    """Collects an outline; quadratic curves arrive as cubic ones."""
    pen = hb.DrawFuncs()
    pen.set_move_to_func(lambda x, y, into: into.append(("M", x, -y)))
    pen.set_line_to_func(lambda x, y, into: into.append(("L", x, -y)))
    pen.set_cubic_to_func(
        lambda x1, y1, x2, y2, x3, y3, into: into.append(("C", x1, -y1, x2, -y2, x3, -y3))
    )
    pen.set_close_path_func(lambda into: into.append(("Z",)))
    return pen
