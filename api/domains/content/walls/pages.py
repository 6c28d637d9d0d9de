"""The pages of a wall. They work without JavaScript; with it, new pictures appear automatically."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.responses import HTMLResponse

from api.domains.content.walls import consent
from api.domains.content.walls.visitor_repository import PublicWall, ShownPost
from api.rendering.visitor_pages import pages as visitor_pages
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST
from api.rendering.visitor_pages.privacy import privacy_choice
from api.rendering.visitor_pages.templates import templates_in
from api.rendering.visitor_pages.words import Words, spoken

WALL_ENTRY = "src/visitor/wall.ts"

_TEMPLATES = Path(__file__).parent / "page_templates"


@dataclass(frozen=True, slots=True)
class OutcomeMessage:
    """A message to a visitor about what they have just done."""

    text: str
    is_problem: bool
    agrees_again: bool
    """Whether consent is requested again."""
    is_pending: bool = False
    """Whether the picture waits for approval."""


_DONE = frozenset({"shown", "pending", "again", "reported"})
_PROBLEMS = frozenset(
    {
        *("closed", "full", "picture", "consent", "reworded", "large"),
        *("kind", "heic", "damaged", "often", "machine"),
    }
)
_AGREES_AGAIN = frozenset({"consent", "reworded"})


def outcome(word: str) -> OutcomeMessage | None:
    """Return the message for the outcome in the address to which a post redirects."""
    if word not in _DONE and word not in _PROBLEMS:
        return None
    text = spoken().of("wall", "choose" if word == "picture" else word)
    return OutcomeMessage(text, word in _PROBLEMS, word in _AGREES_AGAIN, word == "pending")


@cache
def _bundle() -> visitor_pages.Bundle:
    """Return the bundle of all visitors' pages, including the files of walls."""
    return visitor_pages.read_bundle(VISITOR_MANIFEST, WALL_ENTRY)


def wall_page(
    wall: PublicWall,
    brand: Brand,
    posts: Sequence[ShownPost],
    *,
    page_number: int,
    has_more: bool,
    message: OutcomeMessage | None,
    typed: Mapping[str, str],
    query: str,
    posted: str = "",
) -> HTMLResponse:
    """Return the wall with its form. `query` is appended to links on the page, and `posted` is the visitor's newest
    picture.
    """
    return _page(
        "wall.html.jinja",
        brand,
        page="wall",
        wall=wall,
        intro=[line for line in wall.intro.splitlines() if line.strip()],
        consent=consent.shown(wall.consent_text),
        is_our_consent=consent.is_ours(wall.consent_text),
        posts=posts,
        page_number=page_number,
        has_more=has_more,
        message=message,
        typed=typed,
        query=query,
        posted=posted,
        agrees_again=message is not None and message.agrees_again,
    )


def live_page(wall: PublicWall, brand: Brand, posts: Sequence[ShownPost]) -> HTMLResponse:
    """Return the wall for a large screen, with the code that opens it."""
    return _page("live.html.jinja", brand, page="wall-live", wall=wall, posts=posts)


def _for_script(say: Words) -> str:
    """Return the texts for the script of a wall, as an attribute of its list."""
    return json.dumps(
        {
            "pictureBy": say.wall_picture_by,
            "aPicture": say.wall_a_picture,
            "report": say.wall_report,
            "reportAsk": say.wall_report_ask,
            "reportDo": say.wall_report_do,
            "gone": say.wall_gone,
            "large": say.wall_large,
            "chosen": say.wall_chosen,
            "sending": say.wall_sending,
            "failed": say.wall_failed,
            "waiting": say.wall_waiting,
        },
        ensure_ascii=False,
    )


def _page(template: str, brand: Brand, **values: object) -> HTMLResponse:
    nonce, say = secrets.token_urlsafe(12), spoken()
    html = (
        templates_in(_TEMPLATES)
        .get_template(template)
        .render(
            bundle=_bundle(),
            nonce=nonce,
            brand=brand,
            say=say,
            privacy=None if template == "live.html.jinja" else privacy_choice(brand),
            words=_for_script(say),
            look=brand.look,
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
            **visitor_pages.language_headers(say.language),
        },
    )
