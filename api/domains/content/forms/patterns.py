"""Patterns that owners define for answers: the subset of regular expressions that browsers and the server interpret
alike.

Python's `re` can run almost forever on a pattern with nested repeats, so those are refused, and the number of ways in
which the others can match a text of MAX_INPUT characters is bounded beforehand.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

MAX_PATTERN = 200
MAX_INPUT = 200
MAX_WAYS = 10_000_000

_REPEAT = re.compile(r"[*+?]|\{(\d{1,4})(?:(,)(\d{0,4}))?\}")
_ESCAPES = frozenset("dDwWsS.^$*+?()[]{}|\\/-")


class BadPattern(ValueError):
    """The pattern cannot be used. The message explains why to its author."""


@dataclass
class _Group:
    ways: int = 1
    has_repeat: bool = False
    has_choice: bool = False


def compile_pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern that must match a whole answer. Raises BadPattern."""
    if len(text) > MAX_PATTERN:
        raise BadPattern(f"is longer than {MAX_PATTERN} characters")
    return _compiled(text)


@lru_cache(maxsize=2048)
def _compiled(text: str) -> re.Pattern[str]:
    _refuse_costly(text)
    try:
        return re.compile(f"(?:{text})\\Z", re.ASCII)
    except (re.error, OverflowError, RecursionError):
        raise BadPattern("is not a valid pattern") from None


def _refuse_costly(text: str) -> None:
    """Scan the pattern once. `ways` bounds how often the engine may backtrack."""
    groups = [_Group()]
    position = 0
    while position < len(text):
        atom, position = _atom(text, position, groups)
        if atom is None:
            continue
        least, most, position = _repeat(text, position)
        if most > 1 and atom.has_repeat:
            raise BadPattern("repeats something that repeats itself already")
        if most > 1 and atom.has_choice:
            raise BadPattern("repeats a choice; write the choice without a repeat")
        here = groups[-1]
        here.has_repeat = here.has_repeat or most != least or atom.has_repeat
        here.has_choice = here.has_choice or atom.has_choice
        here.ways *= atom.ways * (most - least + 1)
        if here.ways > MAX_WAYS:
            raise BadPattern("has too many open repeats to be checked quickly")
    if len(groups) != 1:
        raise BadPattern("has a group that is not closed")


def _atom(text: str, position: int, groups: list[_Group]) -> tuple[_Group | None, int]:
    """Read the next element that can be repeated, or None where a group or an alternative only begins."""
    letter = text[position]
    if letter == "(":
        if text.startswith("(?:", position):
            groups.append(_Group())
            return None, position + 3
        if text.startswith("(?", position):
            raise BadPattern("may only use plain groups: no look-ahead, no look-behind, no names")
        groups.append(_Group())
        return None, position + 1
    if letter == ")":
        if len(groups) == 1:
            raise BadPattern("closes a group that was not opened")
        return groups.pop(), position + 1
    if letter == "|":
        groups[-1].has_choice = True
        groups[-1].ways *= 2
        return None, position + 1
    if letter in "^$":
        raise BadPattern("must not contain ^ or $, because it always has to match the whole answer")
    if letter in "*+?{}":
        raise BadPattern("repeats nothing, or repeats twice")
    if letter == "[":
        return _Group(), _after_class(text, position + 1)
    if letter == "\\":
        return _Group(), _after_escape(text, position)
    if letter == "]":
        raise BadPattern("has a ] without [")
    return _Group(), position + 1


def _after_class(text: str, position: int) -> int:
    if text.startswith("^", position):
        position += 1
    start = position
    while position < len(text):
        letter = text[position]
        if letter == "\\":
            position = _after_escape(text, position)
        elif letter == "[":
            raise BadPattern("has a [ inside [ ]; write \\[")
        elif letter == "]":
            if position == start:
                raise BadPattern("has an empty [ ]")
            return position + 1
        else:
            if text.startswith(("--", "&&", "||", "~~"), position):
                raise BadPattern(
                    "has two characters in a row inside [ ] that mean something else in other pattern languages"
                )
            position += 1
    raise BadPattern("has a [ that is not closed")


def _after_escape(text: str, position: int) -> int:
    if text[position + 1 : position + 2] not in _ESCAPES or position + 1 >= len(text):
        raise BadPattern("can only escape d, D, w, W, s, S and punctuation")
    return position + 2


def _repeat(text: str, position: int) -> tuple[int, int, int]:
    """Return how often the preceding element may occur, and the position where the pattern continues."""
    found = _REPEAT.match(text, position)
    if found is None:
        return 1, 1, position
    sign = found[0]
    if sign in "*+?":
        least, most = {"*": (0, MAX_INPUT), "+": (1, MAX_INPUT), "?": (0, 1)}[sign]
    else:
        least = int(found[1])
        most = least if found[2] is None else int(found[3]) if found[3] else MAX_INPUT
        if most > MAX_INPUT or least > most:
            raise BadPattern(f"repeats more than {MAX_INPUT} times, or backwards")
    if text[found.end() : found.end() + 1] in ("*", "+", "?", "{"):
        raise BadPattern("repeats nothing, or repeats twice")
    return least, most, found.end()
