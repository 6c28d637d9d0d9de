"""Fills what a published page leaves open for each visit. All that is filled in is escaped here."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from api.domains.content.forms.limits import IN_ALL, is_open
from api.domains.content.pages.audience import Viewer, is_for
from api.rendering.visitor_pages.words import Words

_WELCOME = re.compile(r"<!--wp:welcome:([\w-]+)-->(.*?)<!--/wp:welcome:\1-->", re.DOTALL)
_SHOWN = re.compile(r"<!--wp:shown:([\w-]+)-->(.*?)<!--/wp:shown:\1-->", re.DOTALL)
_OPEN = re.compile(r"<!--wp:open:([\w-]+)-->(.*?)<!--/wp:open:\1-->", re.DOTALL)
_CLOSED = re.compile(r"<!--wp:closed:([\w-]+)-->(.*?)<!--/wp:closed:\1-->", re.DOTALL)
_FULL = re.compile(r"<!--wp:full:([\w.-]+)-->(.*?)<!--/wp:full:\1-->", re.DOTALL)
_WALL = re.compile(r"<!--wp:wall:([\w-]+)\.(\d+)-->")
_NAME = re.compile(r",?\s*%%first_name%%")
_MAIN = re.compile(r"<main\b[^>]*>")
NO_CODE_ACTION = "/code/%%code_id%%/submit"


class WallPicture(NamedTuple):
    """A picture that a visitor posted and the owner approved."""

    post_id: str
    author: str
    caption: str
    width: int
    height: int

    def alt(self, say: Words) -> str:
        """What it is called for who cannot see it."""
        by = say.wall_picture_by.format(name=self.author) if self.author else say.wall_a_picture
        return self.caption or by


def fill(
    html: str,
    *,
    page_id: str,
    code_id: str | None,
    submission_key: str,
    is_returning: bool,
    first_name: str | None,
    notice: str = "",
    lang: str = "",
) -> str:
    """The body of the page for one visit. `notice` is our own HTML, shown on top. `lang` is the language named
    in the address, so that forms are answered in it too.
    """
    if is_returning:
        html = _WELCOME.sub(lambda found: _named(found[2], first_name), html)
    else:
        html = _WELCOME.sub("", html)
    if lang:
        asking = f"{NO_CODE_ACTION}?{escape(urlencode({'lang': lang}))}"
        html = html.replace(f'action="{NO_CODE_ACTION}"', f'action="{asking}"')
    if code_id is None:
        html = html.replace(NO_CODE_ACTION, f"/page/{escape(page_id)}/submit")
    html = html.replace("%%code_id%%", escape(code_id or ""))
    html = html.replace("%%submission_key%%", escape(submission_key))
    if notice:
        html = _MAIN.sub(lambda found: found[0] + notice, html, count=1)
    return html


def fill_blocks(
    html: str, audiences: Mapping[str, Mapping[str, Any]], viewer: Viewer | None
) -> str:
    """The body without the blocks that are for others; without a viewer every block stays."""
    if "<!--wp:shown:" not in html:
        return html
    gone = {
        block_id
        for block_id, audience in audiences.items()
        if viewer is not None and not is_for(audience, viewer)
    }
    return _SHOWN.sub(lambda found: "" if found[1] in gone else found[2], html)


def walls_in(html: str) -> dict[str, int]:
    """The walls whose pictures a body shows, and how many at most."""
    if "<!--wp:wall:" not in html:
        return {}
    found = [(match[1], int(match[2])) for match in _WALL.finditer(html)]
    return {wall_id: max(count for one, count in found if one == wall_id) for wall_id, _ in found}


def fill_walls(html: str, walls: Mapping[str, Sequence[WallPicture]], say: Words) -> str:
    """The body with the newest pictures of its walls; the browser fetches them when they come into view."""

    def pictures(found: re.Match[str]) -> str:
        shown = "".join(
            f'<li><img src="/wall/{found[1]}/pictures/{escape(one.post_id)}/small.webp"'
            f' width="{one.width}" height="{one.height}" alt="{escape(one.alt(say))}" loading="lazy"'
            ' decoding="async"></li>'
            for one in walls.get(found[1], ())[: int(found[2])]
        )
        return f'<ul class="wp-wall">{shown}</ul>' if shown else ""

    return _WALL.sub(pictures, html)


def fill_forms(
    html: str,
    forms: Mapping[str, Mapping[str, Any]],
    is_full: Collection[str],
    now: datetime | None,
) -> str:
    """The body with forms that take nothing closed, and choices that are taken marked as full.

    Without a moment (a preview) every form is open.
    """
    if "<!--wp:" not in html:
        return html
    closed = {
        form_id
        for form_id, limits in forms.items()
        if now is not None and (not is_open(limits, now) or f"{form_id}:{IN_ALL}" in is_full)
    }
    full = {
        f"{form_id}.{slot}"
        for form_id, limits in forms.items()
        for slot, place in limits.get("places", {}).items()
        if f"{form_id}:{place}" in is_full
    }
    html = _OPEN.sub(lambda found: "" if found[1] in closed else found[2], html)
    html = _CLOSED.sub(lambda found: found[2] if found[1] in closed else "", html)
    html = _FULL.sub(lambda found: found[2] if found[1] in full else "", html)
    for slot in full:
        html = html.replace(
            f'data-place="{escape(slot)}"', f'data-place="{escape(slot)}" disabled=""'
        )
    return html


def _named(html: str, first_name: str | None) -> str:
    if first_name:
        return html.replace("%%first_name%%", escape(first_name))
    return _NAME.sub("", html)
