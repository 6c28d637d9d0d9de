"""Converts the text of a frame to paths, in any script, with shaping and bidirectional order."""

from functools import lru_cache
from typing import NamedTuple

from api.rendering.paths import Path, moved
from api.rendering.typesetting.fonts import NOTO_SANS
from api.rendering.typesetting.runs import Style, without_a_letter
from api.rendering.typesetting.shaping import composed, ink_of, line_of, outline_of

CAP_HEIGHT = 0.714
"""Height of capitals as a share of the font size."""


class Lettering(NamedTuple):
    """A text at size 1: its outline from the left end of its baseline, its width, and its vertical extent."""

    path: Path
    width: float
    top: float
    bottom: float

    @property
    def height(self) -> float:
        """The height of the part that counts for vertical centring."""
        return self.bottom - self.top

    def centred(self, cx: float, cy: float, size: float) -> Path:
        """Return the text at a size, centred on a point."""
        return moved(
            self.path, size, cx - self.width * size / 2, cy - (self.top + self.bottom) / 2 * size
        )


@lru_cache(maxsize=64)
def lettering(text: str, language: str | None = None) -> Lettering:
    """Return a text in bold. Latin, Greek and Cyrillic are centred by their capitals, other scripts by their whole
    outline.
    """
    style = Style(language=language)
    line = line_of(text, style)
    path = outline_of(line, style.weight)
    top, bottom = -CAP_HEIGHT, 0.0
    if any(glyph.font != NOTO_SANS for glyph in line.glyphs):
        drawn_top, drawn_bottom = ink_of(path)
        top, bottom = min(top, drawn_top), max(bottom, drawn_bottom)
    return Lettering(path, line.width, top, bottom)


def undrawable(text: str) -> list[str]:
    """Return the characters of a text that no font contains."""
    return without_a_letter(composed(text), Style())
