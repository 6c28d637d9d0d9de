"""The pages of a wall: whole without JavaScript; with it, new pictures come by themselves."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse

from api.domains.codes.types import Brand
from api.domains.uploads.errors import HeicRefused
from api.domains.visits import pages as visitor_pages
from api.domains.visits.lifespan import VISITOR_MANIFEST
from api.domains.visits.page_look import colors_of, templates_in
from api.domains.walls.showing import PublicWall, ShownPost

WALL_ENTRY = "src/visitor/wall.ts"

_TEMPLATES = Path(__file__).parent / "page_templates"


@dataclass(frozen=True, slots=True)
class Said:
    """What a visitor is told about what they have just done."""

    text: str
    is_problem: bool = False


OUTCOMES = {
    "shown": Said("Thank you! Your picture is on the wall."),
    "pending": Said("Thank you! Your picture shows as soon as somebody has looked at it."),
    "again": Said("You have posted this picture already."),
    "reported": Said("Thank you for telling us. Somebody will look at the picture."),
    "closed": Said("This wall takes no more pictures.", True),
    "full": Said("This wall is full.", True),
    "picture": Said("Choose a picture first.", True),
    "consent": Said("Please agree to how your picture is used.", True),
    "reworded": Said(
        "How your picture is used has been changed since you opened this page. Please read it below "
        "and agree once more.",
        True,
    ),
    "large": Said("A picture may have at most 10 MB.", True),
    "kind": Said("This is no picture that we can read. Take PNG, JPEG, WebP, GIF or AVIF.", True),
    "heic": Said(HeicRefused.message, True),
    "damaged": Said(
        "This picture cannot be taken: it is damaged, too big, or more than a picture.", True
    ),
    "often": Said("That were many pictures at once. Please wait a few minutes.", True),
    "machine": Said("Your browser looks like a program to us, and those cannot post.", True),
}
"""By the word in the address to which a post leads back."""


@cache
def _bundle() -> visitor_pages.Bundle:
    """The bundle of all visitors' pages, and what walls need beside it."""
    usual = visitor_pages.read_bundle(VISITOR_MANIFEST)
    try:
        entry = json.loads(VISITOR_MANIFEST.read_text())[WALL_ENTRY]
    except (FileNotFoundError, NotADirectoryError, KeyError):
        return visitor_pages.Bundle()
    url = visitor_pages.BUNDLE_URL
    return visitor_pages.Bundle(
        styles=(*usual.styles, *(url + name for name in entry.get("css", []))),
        scripts=(*usual.scripts, url + str(entry["file"])),
    )


def wall_page(
    wall: PublicWall,
    brand: Brand,
    posts: Sequence[ShownPost],
    *,
    page_number: int,
    has_more: bool,
    said: Said | None,
) -> HTMLResponse:
    """The wall with its form."""
    return _page(
        "wall.html.jinja",
        brand,
        page="wall",
        wall=wall,
        intro=[line for line in wall.intro.splitlines() if line.strip()],
        posts=posts,
        page_number=page_number,
        has_more=has_more,
        said=said,
        agrees_anew=said in (OUTCOMES["consent"], OUTCOMES["reworded"]),
    )


def live_page(wall: PublicWall, brand: Brand, posts: Sequence[ShownPost]) -> HTMLResponse:
    """The wall for a big screen, with the code that opens it."""
    return _page("live.html.jinja", brand, page="wall-live", wall=wall, posts=posts)


def _page(template: str, brand: Brand, **values: object) -> HTMLResponse:
    nonce = secrets.token_urlsafe(12)
    html = (
        templates_in(_TEMPLATES)
        .get_template(template)
        .render(
            bundle=_bundle(),
            nonce=nonce,
            brand=brand,
            **colors_of(brand),
            **values,
        )
    )
    return HTMLResponse(
        html,
        headers={
            "Content-Security-Policy": (
                f"default-src 'none'; style-src 'self' 'nonce-{nonce}'; script-src 'self'; "
                "img-src 'self' https: data: blob:; font-src 'self'; connect-src 'self'; "
                "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            "Cache-Control": "no-store",
            "X-Robots-Tag": "noindex",
        },
    )
