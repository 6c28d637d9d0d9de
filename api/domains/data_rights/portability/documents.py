"""Published pages as static HTML files."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from api.domains.content.pages import slots
from api.objects.keys import belongs_to, is_public_picture
from api.rendering.html_source import SourceEditor

STYLE = "visitor.css"
_ART = "/visitor/assets/art/"
_MEDIA = "/media/"
_SIZES = ("srcset", "sizes")
_NO_FORM = '<p class="wp-status">This form does not work in the archived page.</p>'

TakePicture = Callable[[str], str | None]
"""Adds the picture with this key to the archive and returns its file name, or None if there is no such picture."""


def document(
    rendered: Mapping[str, Any],
    language: str,
    page_id: str,
    org_id: str,
    base_url: str,
    take: TakePicture,
) -> str:
    """Return a page in one language, with an external style sheet and without scripts and forms."""
    html = slots.fill(rendered["html"], slots.Filling(page_id=page_id))
    html = _Archived(html, org_id, base_url, take).edited()
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(rendered['title'])}</title>\n"
        f'<meta name="description" content="{escape(rendered["description"])}">\n'
        f'<link rel="stylesheet" href="{STYLE}">\n<style>{rendered["css"]}</style>\n'
        f'</head>\n<body data-page="landing">\n{html}\n</body>\n</html>\n'
    )


class _Archived(SourceEditor):
    """Rewrites references to the pictures of the archive, each in one size, and leaves out forms."""

    def __init__(self, html: str, org_id: str, base_url: str, take: TakePicture) -> None:
        super().__init__(html)
        self._org_id = org_id
        self._base_url = base_url
        self._take = take
        self._form_at: int | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._form_at is not None:
            return
        if tag == "form":
            self._form_at = self.place
        elif tag == "source" and "srcset" in dict(attrs):  # another size of the next picture
            self.replace(self.place, self.tag_end, "")
        else:
            local = {name: self._local(name, value) for name, value in attrs}
            if tag == "img":
                local = {name: value for name, value in local.items() if name not in _SIZES}
            if local != dict(attrs):
                self.replace_tag(tag, local)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form_at is not None:
            self.replace(self._form_at, self.source.index(">", self.place) + 1, _NO_FORM)
            self._form_at = None

    def _local(self, name: str, value: str | None) -> str | None:
        if value is None:
            return None
        if value.startswith(_ART):
            return self._base_url + value
        path = value.removeprefix(self._base_url)
        key = path.removeprefix(_MEDIA)
        if name not in ("src", "poster", "href") or key == path:
            return value
        is_own = belongs_to(key, self._org_id) and is_public_picture(key)
        return (self._take(key) if is_own else None) or value
