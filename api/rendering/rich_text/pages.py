"""Renders rich text as pages for visitors that work without JavaScript and allow no script."""

import secrets
from functools import cache
from pathlib import Path

from markupsafe import Markup
from starlette.responses import HTMLResponse

from api.rendering.visitor_pages import pages as visitor_pages
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import VISITOR_MANIFEST
from api.rendering.visitor_pages.privacy import privacy_choice
from api.rendering.visitor_pages.templates import templates_in
from api.rendering.visitor_pages.words import spoken

_TEMPLATES = Path(__file__).parent / "page_templates"


@cache
def _styles() -> tuple[str, ...]:
    return visitor_pages.read_bundle(VISITOR_MANIFEST).styles


def trusted(sanitised_html: str) -> Markup:
    """Mark text from `rich_text.sanitised` as safe, so that it is not escaped."""
    return Markup(sanitised_html)  # noqa: S704 - nh3 has been over it


def page(template: str, status: int, brand: Brand, **values: object) -> HTMLResponse:
    """Return a page from a template of this package, with a security policy that lets nothing run."""
    nonce, say = secrets.token_urlsafe(12), spoken()
    html = (
        templates_in(_TEMPLATES)
        .get_template(template)
        .render(
            bundle=visitor_pages.Bundle(styles=_styles()),
            nonce=nonce,
            brand=brand,
            look=brand.look,
            code_id=None,
            say=say,
            privacy=privacy_choice(brand),
            **values,
        )
    )
    return HTMLResponse(
        html,
        status_code=status,
        headers={
            "Content-Security-Policy": (
                f"default-src 'none'; style-src 'self' 'nonce-{nonce}'; img-src 'self' https: data:; "
                "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            "Cache-Control": "no-store",
            "X-Robots-Tag": "noindex",
            **visitor_pages.language_headers(say.language),
        },
    )


def notice(which: visitor_pages.Notice, brand: Brand | None = None) -> HTMLResponse:
    """Return a friendly page that explains why there is nothing else."""
    texts = spoken().notices.of(which)
    return page(
        "notice.html.jinja",
        which.status,
        brand or Brand(),
        page="notice",
        heading=texts.heading,
        text=texts.text,
    )
