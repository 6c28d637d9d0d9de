"""Pages for visitors: small, rendered on the server, and fully usable without JavaScript."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from fastapi import Response

from api.kit.request_context import VARY
from api.rendering.visitor_pages.brand import NO_BRAND, Brand
from api.rendering.visitor_pages.consent import Consent
from api.rendering.visitor_pages.privacy import PATH as PRIVACY_PATH
from api.rendering.visitor_pages.privacy import privacy_choice
from api.rendering.visitor_pages.templates import TEMPLATES, templates_in
from api.rendering.visitor_pages.words import ENGLISH, spoken
from runtime.settings import ROOT

BUNDLE_ENTRY = "src/visitor/main.ts"
BUNDLE_URL = "/visitor/"
VISITOR_MANIFEST = ROOT / "web" / "dist" / "visitor" / ".vite" / "manifest.json"


PAGE_HEADERS = {
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "strict-origin-when-cross-origin",
}


class Notice(StrEnum):
    """Pages that explain why there is nothing else to see."""

    UNKNOWN = "unknown"
    NO_PAGE = "no_page"
    NOTHING_HERE = "nothing_here"
    NOWHERE = "nowhere"
    DELETED = "deleted"
    PAUSED = "paused"
    NOT_YET = "not_yet"
    OVER = "over"
    UNAVAILABLE = "unavailable"
    LIMIT = "limit"
    VISITOR_LIMIT = "visitor_limit"
    USED = "used"
    VOID = "void"
    RULE = "rule"
    NOT_READY = "not_ready"
    TOO_MANY = "too_many"
    COLLIDED = "collided"
    TOO_LARGE = "too_large"
    UNREADABLE = "unreadable"
    NO_WALL = "no_wall"
    NO_TERMS = "no_terms"
    NO_NOTE = "no_note"

    @property
    def status(self) -> int:
        """The HTTP status of the notice."""
        return _STATUS[self]


_STATUS = {
    Notice.UNKNOWN: 404,
    Notice.NO_PAGE: 404,
    Notice.NOTHING_HERE: 404,
    Notice.NOWHERE: 404,
    Notice.DELETED: 410,
    Notice.PAUSED: 404,
    Notice.NOT_YET: 404,
    Notice.OVER: 410,
    Notice.UNAVAILABLE: 404,
    Notice.LIMIT: 410,
    Notice.VISITOR_LIMIT: 410,
    Notice.USED: 410,
    Notice.VOID: 410,
    Notice.RULE: 403,
    Notice.NOT_READY: 503,
    Notice.TOO_MANY: 429,
    Notice.COLLIDED: 409,
    Notice.TOO_LARGE: 413,
    Notice.UNREADABLE: 422,
    Notice.NO_WALL: 404,
    Notice.NO_TERMS: 404,
    Notice.NO_NOTE: 404,
}


@dataclass(frozen=True, slots=True)
class Bundle:
    """Addresses of the built styles and scripts of visitors' pages."""

    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page."""

    status: int
    html: bytes
    nonce: str
    is_gate: bool = False
    """Its form may redirect to any address, and browsers apply form-action to redirects too."""
    language: str = ENGLISH
    is_framed: bool = False
    """Whether Waypost's own pages may show it in a frame."""

    @property
    def language_headers(self) -> dict[str, str]:
        """Headers that state the language of the page, and that it varies by visitor."""
        return language_headers(self.language)

    @property
    def security_policy(self) -> str:
        """The Content-Security-Policy: Waypost's own bundle, one marked style, and pictures from any safe source."""
        return (
            f"default-src 'none'; style-src 'self' 'nonce-{self.nonce}'; script-src 'self'; "
            "img-src 'self' https: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
            f"form-action 'self'{' https: http:' if self.is_gate else ''}; "
            f"base-uri 'none'; frame-ancestors '{'self' if self.is_framed else 'none'}'"
        )


def language_headers(language: str) -> dict[str, str]:
    """Return the headers of a page in this language, which other visitors get in theirs."""
    return {"content-language": language, "vary": VARY}


def read_bundle(manifest: Path, *more: str) -> Bundle:
    """Return the visitor bundle that Vite built, with the files of `more` entries. It is empty if it was not built."""
    try:
        entries: dict[str, dict[str, Any]] = json.loads(manifest.read_text())
        found = [entries[name] for name in (BUNDLE_ENTRY, *more)]
    except (FileNotFoundError, NotADirectoryError, KeyError):
        return Bundle()
    return Bundle(
        styles=tuple(BUNDLE_URL + name for entry in found for name in entry.get("css", [])),
        scripts=tuple(BUNDLE_URL + str(entry["file"]) for entry in found),
    )


def built_name(manifest: Path, entry: str) -> str | None:
    """Return the name under which Vite built a file, or None if the web app was not built."""
    try:
        entries: dict[str, dict[str, Any]] = json.loads(manifest.read_text())
    except (FileNotFoundError, NotADirectoryError):
        return None
    return str(entries[entry]["file"])


class VisitorPages:
    """Renders the pages. Each process has one."""

    def __init__(self, bundle: Bundle, new_nonce: Callable[[], str]) -> None:
        self._bundle = bundle
        self._new_nonce = new_nonce

    def notice(
        self,
        notice: Notice,
        brand: Brand | None = None,
        text: str = "",
        points: Sequence[str] = (),
        *,
        is_own: bool = False,
    ) -> Page:
        """Return a friendly page that explains why there is nothing else. `text` replaces the default text and is the
        brand owner's own if `is_own`; `points` are listed below it.
        """
        texts = spoken().notices.of(notice)
        return self.render(
            "notice.html.jinja",
            notice.status,
            brand or NO_BRAND,
            page=notice.value,
            code_id=None,
            heading=texts.heading,
            text=text or texts.text,
            is_own=is_own and bool(text),
            points=points,
        )

    def home(self, brand: Brand) -> Page:
        """Return the page for the root of a custom domain that leads nowhere else."""
        say = spoken()
        return self.render(
            "notice.html.jinja",
            200,
            brand,
            page="home",
            code_id=None,
            heading=say.home_heading.format(name=brand.name),
            text=say.home_text.format(name=brand.name),
        )

    def privacy(self, brand: Brand, consent: Consent, back: str) -> Page:
        """Return the page that shows whether this visitor's browser is recognised, with buttons to change it. `back` is
        the previous page, or empty for none.
        """
        action = PRIVACY_PATH + brand.consent.org_id
        values = {"consent": consent, "action": action, "back": back, "privacy": None}
        return self.render("privacy.html.jinja", 200, brand, page="privacy", code_id=None, **values)

    def render(self, template: str, status: int, brand: Brand, **values: object) -> Page:
        """Render a page from a template of this package, in the visitor's language."""
        nonce, say = self._new_nonce(), spoken()
        values = {"privacy": privacy_choice(brand), **values}
        html = (
            templates_in(TEMPLATES)
            .get_template(template)
            .render(
                bundle=self._bundle,
                nonce=nonce,
                brand=brand,
                say=say,
                look=brand.look,
                **values,
            )
        )
        return Page(status, html.encode(), nonce, language=say.language)


def page_response(page: Page, **headers: str) -> Response:
    """Return a visitor's page as the response of a route."""
    return Response(
        page.html,
        status_code=page.status,
        media_type="text/html; charset=utf-8",
        headers={
            **PAGE_HEADERS,
            "content-security-policy": page.security_policy,
            **page.language_headers,
            **headers,
        },
    )
