"""Fills the slots of a published page for each visit, and escapes everything that is filled in.

The renderer marks slots with comments: `<!--wp:kind:name-->` begins a part that `<!--/wp:kind:name-->` ends. A body is
parsed once; after that, each visit only iterates over its parts.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from api.domains.content.forms.limits import IN_ALL, is_open
from api.domains.content.page_blocks.audience import Viewer, is_for
from api.rendering.html_source import SourceParser
from api.rendering.visitor_pages.words import Words, words_in

NO_CODE_ACTION = "/code/%%code_id%%/submit"
_FIRST_NAME = "%%first_name%%"
_PARTS = frozenset({"welcome", "shown", "open", "closed", "full", "done"})
_BODIES_KEPT = 512
"""Number of parsed bodies in memory. Each is a few times as large as its text, which is usually about ten kilobytes."""


class WallPicture(NamedTuple):
    """A picture that a visitor posted and the organisation approved."""

    post_id: str
    author: str
    caption: str
    width: int
    height: int

    def alt(self, say: Words) -> str:
        """Return its alternative text."""
        by = say.wall_picture_by.format(name=self.author) if self.author else say.wall_a_picture
        return self.caption or by


class WallSlot(NamedTuple):
    """The slot for the newest pictures of a wall, with their maximum number."""

    wall_id: str
    at_most: int


class NoticeSlot(NamedTuple):
    """The slot for a notice at the top of the page."""


class Part(NamedTuple):
    """The content between two marks."""

    kind: str
    name: str
    content: list["Node"]


Node = str | WallSlot | NoticeSlot | Part


@dataclass(frozen=True, slots=True)
class Filling:
    """The values for one visit. The defaults are a page without a code, an unknown visitor, and all forms open."""

    page_id: str
    code_id: str | None = ""
    submission_key: str = ""
    is_returning: bool = False
    first_name: str | None = None
    notice: str = ""
    """Waypost's own HTML, shown at the top."""
    lang: str = ""
    """The language named in the address, so that responses to forms use it too."""
    hidden_blocks: Collection[str] = ()
    closed_forms: Collection[str] = ()
    full_places: Collection[str] = ()
    walls: Mapping[str, Sequence[WallPicture]] = field(default_factory=dict)
    say: Words = field(default_factory=lambda: words_in("en"))


def fill(html: str, visit: Filling) -> str:
    """Return the body of the page for one visit."""
    html = "".join(_filled(_parsed(html), visit))
    for place in visit.full_places:
        marked = f'data-place="{escape(place)}"'
        html = html.replace(marked, f'{marked} disabled=""')
    if visit.lang:
        asking = f"{NO_CODE_ACTION}?{escape(urlencode({'lang': visit.lang}))}"
        html = html.replace(f'action="{NO_CODE_ACTION}"', f'action="{asking}"')
    if visit.code_id is None:
        html = html.replace(NO_CODE_ACTION, f"/page/{escape(visit.page_id)}/submit")
    html = html.replace("%%code_id%%", escape(visit.code_id or ""))
    return html.replace("%%submission_key%%", escape(visit.submission_key))


def hidden_blocks(
    audiences: Mapping[str, Mapping[str, Any]], viewer: Viewer | None
) -> frozenset[str]:
    """Return the blocks that are not for this viewer. Without a viewer, no block is hidden."""
    if viewer is None:
        return frozenset()
    return frozenset(it for it, audience in audiences.items() if not is_for(audience, viewer))


def closed_forms(
    forms: Mapping[str, Mapping[str, Any]], is_full: Collection[str], now: datetime
) -> frozenset[str]:
    """Return the forms that accept no submissions."""
    return frozenset(
        form_id
        for form_id, limits in forms.items()
        if not is_open(limits, now) or f"{form_id}:{IN_ALL}" in is_full
    )


def full_places(forms: Mapping[str, Mapping[str, Any]], is_full: Collection[str]) -> frozenset[str]:
    """Return the form options that are full."""
    return frozenset(
        f"{form_id}.{slot}"
        for form_id, limits in forms.items()
        for slot, place in limits.get("places", {}).items()
        if f"{form_id}:{place}" in is_full
    )


def walls_in(html: str) -> dict[str, int]:
    """Return the walls whose pictures a body shows, with the maximum number for each."""
    if "<!--wp:wall:" not in html:
        return {}
    counts: dict[str, int] = {}
    for slot in _walls(_parsed(html)):
        counts[slot.wall_id] = max(slot.at_most, counts.get(slot.wall_id, 0))
    return counts


def thanks_in(html: str, form_id: str) -> str:
    """Return the text that a body shows once this form was sent, or an empty text for a form that it does not have."""
    found = _thanks(_parsed(html), form_id)
    return "" if found is None else "".join(it for it in found.content if isinstance(it, str))


def _thanks(nodes: Sequence[Node], form_id: str) -> Part | None:
    for node in nodes:
        if isinstance(node, Part):
            is_it = (node.kind, node.name) == ("done", form_id)
            found = node if is_it else _thanks(node.content, form_id)
            if found is not None:
                return found
    return None


def _walls(nodes: Sequence[Node]) -> Iterator[WallSlot]:
    for node in nodes:
        if isinstance(node, WallSlot):
            yield node
        elif isinstance(node, Part):
            yield from _walls(node.content)


def _filled(nodes: Sequence[Node], visit: Filling) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif isinstance(node, WallSlot):
            yield _pictures(node, visit)
        elif isinstance(node, NoticeSlot):
            yield visit.notice
        elif _is_shown(node, visit):
            inside = _filled(node.content, visit)
            yield from (_named("".join(inside), visit),) if node.kind == "welcome" else inside


def _is_shown(part: Part, visit: Filling) -> bool:
    match part.kind:
        case "welcome":
            return visit.is_returning
        case "shown":
            return part.name not in visit.hidden_blocks
        case "open":
            return part.name not in visit.closed_forms
        case "closed":
            return part.name in visit.closed_forms
        case "done":
            return True
    return part.name in visit.full_places


def _pictures(slot: WallSlot, visit: Filling) -> str:
    """Return the newest pictures. The browser loads them when they scroll into view."""
    shown = "".join(
        f'<li><img src="/wall/{slot.wall_id}/pictures/{escape(one.post_id)}/small.webp"'
        f' width="{one.width}" height="{one.height}" alt="{escape(one.alt(visit.say))}" loading="lazy"'
        ' decoding="async"></li>'
        for one in visit.walls.get(slot.wall_id, ())[: slot.at_most]
    )
    return f'<ul class="wp-wall">{shown}</ul>' if shown else ""


def _named(html: str, visit: Filling) -> str:
    """Return a greeting with the name, or without it and the comma before it."""
    if visit.first_name:
        return html.replace(_FIRST_NAME, escape(visit.first_name))
    *before, last = html.split(_FIRST_NAME)
    return "".join(it.rstrip().removesuffix(",") for it in before) + last


@lru_cache(maxsize=_BODIES_KEPT)
def _parsed(html: str) -> tuple[Node, ...]:
    parser = _Marks(html)
    return tuple(parser.nodes())


class _Marks(SourceParser):
    """Splits a body at its marks. Everything between them stays exactly as written."""

    def __init__(self, html: str) -> None:
        super().__init__(html)
        self._end = 0
        self._root: list[Node] = []
        self._open: list[tuple[str, Part]] = []
        """Parts without an end so far, each with the text of its mark."""
        self._has_notice = False

    def nodes(self) -> list[Node]:
        """Return the parts of the body. A part that never ends is treated as text."""
        self.read()
        self._take(len(self.source))
        while self._open:
            mark, part = self._open.pop()
            self._here.extend([mark, *part.content])
        return self._root

    def handle_comment(self, data: str) -> None:
        """Begin or end a part, or insert the slot of a wall."""
        start, text = self.place, f"<!--{data}-->"
        _, is_mark, rest = data.rpartition("wp:")
        kind, _, name = rest.partition(":")
        if not is_mark or data not in (f"wp:{rest}", f"/wp:{rest}"):
            return
        if data.startswith("/"):
            if self._open and (self._open[-1][1].kind, self._open[-1][1].name) == (kind, name):
                self._take(start, len(text))
                part = self._open.pop()[1]
                self._here.append(part)
        elif kind == "wall":
            wall_id, _, count = name.rpartition(".")
            if wall_id and count.isdigit():
                self._take(start, len(text))
                self._here.append(WallSlot(wall_id, int(count)))
        elif kind in _PARTS:
            self._take(start, len(text))
            self._open.append((text, Part(kind, name, [])))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - html.parser's
        """Insert the slot of the notice before the visible content."""
        if tag == "main" and not self._has_notice:
            self._has_notice = True
            self._take(self.tag_end)
            self._here.append(NoticeSlot())

    @property
    def _here(self) -> list[Node]:
        return self._open[-1][1].content if self._open else self._root

    def _take(self, end: int, skipped: int = 0) -> None:
        """Copy the text up to here unchanged, and continue after the skipped part."""
        if end > self._end:
            self._here.append(self.source[self._end : end])
        self._end = end + skipped
