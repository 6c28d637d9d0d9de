"""Published pages as files that open without this product."""

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
_NO_FORM = '<p class="wp-status">This form needs the service that it was made with.</p>'

TakePicture = Callable[[str], str | None]
"""Puts the picture of a key beside the pages and gives its file's name; None where there is none."""


def document(
    drawn: Mapping[str, Any],
    language: str,
    page_id: str,
    org_id: str,
    base_url: str,
    take: TakePicture,
) -> str:
    """A page in one language: styled by a file beside it, without script, its forms taken out."""
    html = slots.fill_forms(slots.fill_blocks(drawn["html"], {}, None), {}, (), None)
    html = slots.fill(
        html, page_id=page_id, code_id="", submission_key="", is_returning=False, first_name=None
    )
    html = _FORM.sub(_NO_FORM, html)

    def local(found: re.Match[str]) -> str:
        host, key = found["host"], found["key"]
        is_own = host in (None, base_url) and belongs_to(key, org_id) and is_public_picture(key)
        name = take(key) if is_own else None
        return f'{found["before"]}{name}"' if name is not None else found[0]

    html = _MEDIA.sub(local, html)
    html = _ART.sub(lambda found: base_url + found[1], html)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(drawn['title'])}</title>\n"
        f'<meta name="description" content="{escape(drawn["description"])}">\n'
        f'<link rel="stylesheet" href="{STYLE}">\n<style>{drawn["css"]}</style>\n'
        f'</head>\n<body data-page="landing">\n{html}\n</body>\n</html>\n'
    )
