"""Line break opportunities: at spaces, and between characters of Chinese, Japanese and Korean.

Thai, Lao, Khmer and Burmese have no spaces between words. Without a dictionary, their lines end at existing spaces, and
a piece that is too long is cut between characters.
"""

import re
import unicodedata

from fontTools.unicodedata import script

from api.rendering.typesetting.fonts import HAN_SCRIPTS
from api.rendering.typesetting.runs import is_invisible

_WORDS = re.compile(r"\s*\S+|\s+$")
_NEVER_FIRST = frozenset(
    "ー々〻ゝゞヽヾ〜\uff5e・ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ%\uff05‰°℃"
)
_CLOSING = frozenset({"Pe", "Pf", "Po"})
_OPENING = frozenset({"Ps", "Pi", "Sc"})


def clings(letter: str) -> bool:
    """Return whether a character belongs to the one before it."""
    return is_invisible(letter) or unicodedata.category(letter)[0] == "M"


def pieces(paragraph: str) -> list[str]:
    """Split a paragraph at every possible line break. White space is at the start of the piece after it."""
    found = []
    for word in _WORDS.findall(paragraph):
        start = 0
        for place in range(1, len(word)):
            if _may_break(word[place - 1], word[place]):
                found.append(word[start:place])
                start = place
        found.append(word[start:])
    return found


def _may_break(before: str, after: str) -> bool:
    if before.isspace() or after.isspace() or clings(after):
        return False
    if after in _NEVER_FIRST or unicodedata.category(after) in _CLOSING:
        return False
    if unicodedata.category(before) in _OPENING:
        return False
    return _is_han(before) or _is_han(after)


def _is_han(letter: str) -> bool:
    return script(letter) in HAN_SCRIPTS or "\u3000" <= letter <= "\u303f" or letter == "ー"
