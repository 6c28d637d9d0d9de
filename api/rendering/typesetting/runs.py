"""Splits a line into runs: characters of one direction, one script and one font."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fontTools.unicodedata import script

from api.rendering.typesetting.direction import levels
from api.rendering.typesetting.fonts import (
    EMOJI,
    HAN_SCRIPTS,
    NOTO_SANS,
    OF_SCRIPT,
    SYMBOLS,
    FontFile,
    han_font,
    has_letter,
)

_SHARED = ("Zyyy", "Zinh", "Zzzz")
_AS_EMOJI = "\ufe0f"


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a text. `base` is used for the characters that it has; other scripts get their own font."""

    weight: int = 700
    language: str | None = None
    base: FontFile = NOTO_SANS


class Run(NamedTuple):
    """The characters `start` to `end` of a text, drawn with one font in one direction."""

    start: int
    end: int
    level: int
    script: str
    font: FontFile


def is_invisible(letter: str) -> bool:
    """Return whether a character is invisible and only controls joining, direction or appearance of its neighbours."""
    if "\u0600" <= letter <= "\u0605":
        return False
    return letter == "\u034f" or _is_selector(letter) or unicodedata.category(letter) == "Cf"


def _is_selector(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f"


def runs_of(text: str, style: Style, of: Sequence[int] | None = None) -> list[Run]:
    """Return the runs of a line in reading order. Characters that no font has are assigned to its base font.

    `of` has the level of each character, for a line that is part of a paragraph.
    """
    runs: list[Run] = []
    scripts, of = _scripts(text), of or levels(text)
    for place, font in enumerate(_fonts(text, scripts, style)):
        last = runs[-1] if runs else None
        if last and (last.level, last.script, last.font) == (of[place], scripts[place], font):
            runs[-1] = last._replace(end=place + 1)
        else:
            runs.append(Run(place, place + 1, of[place], scripts[place], font))
    return runs


def without_a_letter(text: str, style: Style) -> list[str]:
    """Return the characters of a text that no font has."""
    han = han_font(text, style.language)
    return [
        it
        for it in dict.fromkeys(text)
        if not is_invisible(it) and _font_of(it, "", style.base, han) is None
    ]


def _scripts(text: str) -> list[str]:
    """Return the script of each character. Common characters get that of the preceding characters or, at the start, of
    the following ones.
    """
    own = [script(letter) for letter in text]
    first = next((it for it in own if it not in _SHARED), "Latn")
    answer, last = [], first
    for it in own:
        last = last if it in _SHARED else it
        answer.append(last)
    return answer


def _fonts(text: str, scripts: Iterable[str], style: Style) -> list[FontFile]:
    han = han_font(text, style.language)
    fonts: list[FontFile] = []
    for place, (letter, of) in enumerate(zip(text, scripts, strict=True)):
        before = fonts[-1] if fonts else None
        clings = is_invisible(letter) or unicodedata.category(letter)[0] == "M"
        if text[place + 1 : place + 2] == _AS_EMOJI and has_letter(EMOJI, letter):
            fonts.append(EMOJI)
        elif before and clings and (is_invisible(letter) or has_letter(before, letter)):
            fonts.append(before)
        else:
            fonts.append(_font_of(letter, of, style.base, han) or style.base)
    return fonts


@lru_cache(maxsize=4096)
def _font_of(letter: str, of: str, base: FontFile, han: FontFile) -> FontFile | None:
    own = han if of in HAN_SCRIPTS else OF_SCRIPT.get(of, base)
    rest = (base, NOTO_SANS, han, SYMBOLS, EMOJI, *OF_SCRIPT.values())
    return next((it for it in (own, *rest) if has_letter(it, letter)), None)
