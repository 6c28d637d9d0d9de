"""The reading direction of each character in a line: the Unicode bidirectional algorithm (UAX 9).

Its rules are implemented by python-bidi. This module adds what is missing there: isolates are treated as embeddings,
and a pair of brackets takes the direction of its content (rule N0).
"""

from typing import Any
from unicodedata import bidirectional, category

from bidi import algorithm
from bidi.mirror import MIRRORED

_ISOLATES = {"LRI": "LRE", "RLI": "RLE", "PDI": "PDF"}
_DEEPEST = 63
_RIGHT = ("R", "AL", "EN", "AN")
_OPENING = {letter: other for letter, other in MIRRORED.items() if category(letter) == "Ps"}


def base_level(text: str) -> int:
    """Return 1 if the first letter of a text belongs to a right-to-left script, else 0."""
    for letter in text:
        kind = bidirectional(letter)
        if kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def levels(text: str) -> list[int]:
    """Return the level of each character in one line. Odd levels are read from right to left."""
    base = base_level(text)
    if not base and all(
        bidirectional(it) not in ("R", "AL", "AN", "RLE", "RLO", "RLI") for it in text
    ):
        return [0] * len(text)
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    algorithm.get_embedding_levels(text, storage)
    for place, it in enumerate(storage["chars"]):
        it["place"] = place
        it["type"] = _as_embedding(text, place, it["type"])
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    for run in storage["runs"]:
        _resolve_brackets(storage["chars"][run["start"] : run["start"] + run["length"]], run["sor"])
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    found: list[int | None] = [None] * len(text)
    for it in storage["chars"]:
        found[it["place"]] = it["level"]
    return _with_the_invisible(text, found, base)


def visual_order(of: list[int]) -> list[int]:
    """Return the positions in visual order from left to right (rule L2)."""
    places = list(range(len(of)))
    for level in range(max(of, default=0), 0, -1):
        start = 0
        while start < len(places):
            end = start
            while end < len(places) and of[places[end]] >= level:
                end += 1
            places[start:end] = reversed(places[start:end])
            start = end + 1
    return places


def _as_embedding(text: str, place: int, kind: str) -> str:
    if kind != "FSI":
        return _ISOLATES.get(kind, kind)
    return "RLE" if base_level(text[place + 1 :]) else "LRE"


def _with_the_invisible(text: str, found: list[int | None], base: int) -> list[int]:
    """Assign a level to characters without one: that of the character before, or that of the line for white space at
    the end (rule L1).
    """
    answer, last = [], base
    for level in found:
        last = last if level is None else level
        answer.append(last)
    for place in range(len(text) - 1, -1, -1):
        if found[place] is not None and bidirectional(text[place]) not in ("WS", "S", "B"):
            break
        answer[place] = base
    return answer


def _resolve_brackets(chars: list[dict[str, Any]], sor: str) -> None:
    if not chars:
        return
    along = "LR"[chars[0]["level"] % 2]
    for start, end in _pairs(chars):
        inside = {_strong(it["type"]) for it in chars[start + 1 : end]} - {None}
        if along in inside:
            way = along
        elif inside:
            before = (_strong(it["type"]) for it in reversed(chars[:start]))
            other = "L" if along == "R" else "R"
            way = other if next((it for it in before if it), sor) == other else along
        else:
            continue
        chars[start]["type"] = chars[end]["type"] = way


def _strong(kind: str) -> str | None:
    return "L" if kind == "L" else "R" if kind in _RIGHT else None


def _pairs(chars: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, sorted by the opening one (rule BD16)."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[int, str]] = []
    for place, it in enumerate(chars):
        if it["type"] != "ON":
            continue
        if it["ch"] in _OPENING:
            if len(opened) == _DEEPEST:
                break
            opened.append((place, _OPENING[it["ch"]]))
            continue
        for depth in range(len(opened) - 1, -1, -1):
            if opened[depth][1] == it["ch"]:
                found.append((opened[depth][0], place))
                del opened[depth:]
                break
    return sorted(found)
