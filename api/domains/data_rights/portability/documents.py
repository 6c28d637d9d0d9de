"""Published pages as static HTML files."""

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from api.domains.content.pages import slots
from api.objects.keys import belongs_to, is_public_picture

STYLE = "visitor.css"
_MEDIA = re.compile(
    r'(?P<before>(?:src|poster|href)=")(?P<host>https?://[^"/]+)?/media/(?P<key>org/[^"?]+)"'
)
_ART = re.compile(r'(?<=")(/visitor/assets/art/[\w.-]+)(?=")')
_FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
_NO_FORM = '<p class="wp-status">This form does not work in the archived page.</p>'

TakePicture = Callable[[str], str | None]
"""Adds the picture of a key to the archive and returns its file name; None if there is no such picture."""


def document(
    rendered: Mapping[str, Any],
    language: str,
    page_id: str,
    org_id: str,
    base_url: str,
    take: TakePicture,
) -> str:
    """A page in one language, with an external style sheet, without scripts and forms."""
    html = slots.fill(rendered["html"], slots.Filling(page_id=page_id))
    html = _FORM.sub(_NO_FORM, html)

    def local(match: re.Match[str]) -> str:
        host, key = match["host"], match["key"]
        is_own = host in (None, base_url) and belongs_to(key, org_id) and is_public_picture(key)
        name = take(key) if is_own else None
        return f'{match["before"]}{name}"' if name is not None else match[0]

    html = _MEDIA.sub(local, html)
    html = _ART.sub(lambda match: base_url + match[1], html)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(rendered['title'])}</title>\n"
        f'<meta name="description" content="{escape(rendered["description"])}">\n'
        f'<link rel="stylesheet" href="{STYLE}">\n<style>{rendered["css"]}</style>\n'
        f'</head>\n<body data-page="landing">\n{html}\n</body>\n</html>\n'
    )
