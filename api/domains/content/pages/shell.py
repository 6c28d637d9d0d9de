"""The HTML document around a published page: head, link preview, styles, security policy."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl

from markupsafe import Markup

from api.domains.codes.rules.visit_context import language_of
from api.domains.content.page_blocks.audience import Viewer
from api.domains.content.pages import slots
from api.domains.content.pages.published import InLanguage, PublishedPage, Returning
from api.kit.languages import choose, direction
from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import Bundle, Page
from api.rendering.visitor_pages.privacy import privacy_choice
from api.rendering.visitor_pages.templates import templates_in
from api.rendering.visitor_pages.tokens import Look
from api.rendering.visitor_pages.words import Words, words_in

PLAYERS = "https://www.youtube-nocookie.com https://player.vimeo.com"

_TEMPLATES = Path(__file__).parent / "page_templates"
_PASS = re.compile(r"pass_[A-Za-z0-9]{22}")
_UNSAFE_IN_CSS = re.compile(
    r"[<>\\]|@import|url\((?!data:image/webp;base64,[\w+/=]+\))|expression", re.IGNORECASE
)
"""Anything that loads a resource or closes the style element. The inline preview of a picture loads nothing."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The options with which a request opens a page."""

    query: str = ""
    accept_language: str = ""
    device: str | None = None
    is_returning: bool | None = None
    """Whether Waypost's cookie was already present. None if this may not be known."""
    segments: frozenset[str] | None = None
    """Segments of the visitor's customer, if a block of the page is limited to segments. None for unknown visitors."""

    def value(self, name: str) -> str:
        """Return a value of the query, or an empty text if it is absent."""
        try:
            pairs = parse_qsl(self.query[:4_000], max_num_fields=100)
        except ValueError:
            return ""
        return next((value[:200] for key, value in pairs if key == name), "")

    def viewer(self, now: datetime) -> Viewer:
        """Return the viewer against whom the audiences of blocks are matched."""
        language = self.value("lang") or language_of(self.accept_language)
        return Viewer(self.device, language, self.is_returning, now, self.segments)


class PageWithFrames(Page):
    """A page with videos, from a file or in an embedded player that loads on click, or with one of Waypost's games."""

    @property
    def security_policy(self) -> str:
        """The usual security policy, extended by the two players that the renderer supports and Waypost's own pages."""
        base = Page(self.status, self.html, self.nonce).security_policy
        return f"{base}; media-src 'self' https:; frame-src {PLAYERS} 'self'"


class PageShell:
    """Renders documents. Each process has one."""

    def __init__(
        self,
        bundle: Bundle,
        base_url: str,
        new_nonce: Callable[[], str],
        new_key: Callable[[], str],
        now: Callable[[], datetime],
    ) -> None:
        self._bundle = bundle
        self._base_url = base_url
        self._new_nonce = new_nonce
        self._new_key = new_key
        self._now = now
        self._template = templates_in(_TEMPLATES).get_template("shell.html.jinja")

    def language(self, page: PublishedPage, page_request: PageRequest) -> str:
        """Return the language that this request gets."""
        return choose(
            page.languages,
            page.default_language,
            page_request.value("lang"),
            page_request.accept_language,
        )

    def page(
        self,
        page: PublishedPage,
        code_id: str | None,
        page_request: PageRequest,
        returning: Returning | None = None,
        *,
        notice: str = "",
        status: int = 200,
        body: str | None = None,
        walls: Mapping[str, Sequence[slots.WallPicture]] = MappingProxyType({}),
    ) -> Page:
        """Return a published page for one visit."""
        language = self.language(page, page_request)
        drawn = page.languages[language]
        now = self._now()
        html = drawn.html if body is None else body
        say = words_in(language)
        filled = slots.fill(
            html,
            slots.Filling(
                page_id=page.page_id,
                code_id=code_id,
                submission_key=self._new_key(),
                is_returning=returning is not None,
                first_name=returning.first_name if returning else None,
                notice=notice
                or _thanks(drawn.html, page.success.get(language, {}), page_request, say),
                lang=page_request.value("lang"),
                hidden_blocks=slots.hidden_blocks(page.audiences, page_request.viewer(now)),
                closed_forms=slots.closed_forms(page.forms, page.is_full, now),
                full_places=slots.full_places(page.forms, page.is_full),
                walls=walls,
                say=say,
            ),
        )
        return self._document(
            drawn,
            filled,
            language=language,
            brand=page.brand,
            look=page.look,
            name=page.name,
            preview_image=page.preview_image,
            page_id=page.page_id,
            code_id=code_id,
            status=status,
        )

    def preview(
        self,
        drawn: InLanguage,
        *,
        language: str,
        brand: Brand,
        look: Look,
        name: str,
        page_id: str,
        returning: Returning | None,
        audiences: Mapping[str, Mapping[str, Any]] | None = None,
        device: str | None = None,
        runs: bool = False,
    ) -> Page:
        """Return an unpublished page for its editors. Nothing in it runs or sends anything, unless it is only to be
        measured. Without `audiences`, all blocks are included.
        """
        viewer = Viewer(device, language, returning is not None, self._now())
        body = slots.fill(
            drawn.html,
            slots.Filling(
                page_id=page_id,
                is_returning=returning is not None,
                first_name=returning.first_name if returning else None,
                hidden_blocks=slots.hidden_blocks(audiences or {}, viewer),
            ),
        )
        still = InLanguage(drawn.html, drawn.css, runs, drawn.title, drawn.description)
        return self._document(
            still,
            body,
            language=language,
            brand=brand,
            look=look,
            name=name,
            preview_image="",
            page_id=page_id,
            code_id=None,
            status=200,
        )

    def _document(
        self,
        drawn: InLanguage,
        body: str,
        *,
        language: str,
        brand: Brand,
        look: Look,
        name: str,
        preview_image: str,
        page_id: str,
        code_id: str | None,
        status: int,
    ) -> Page:
        nonce = self._new_nonce()
        css = "" if _UNSAFE_IN_CSS.search(drawn.css) else drawn.css
        image = preview_image
        html = self._template.render(
            bundle=self._bundle,
            nonce=nonce,
            language=language,
            direction=direction(language),
            title=drawn.title or name,
            description=drawn.description,
            preview_image=self._base_url + image if image.startswith("/") else image,
            address=f"{self._base_url}/code/{code_id}" if code_id else "",
            brand=brand,
            look=look,
            css=Markup(css),  # noqa: S704 - what is shown before a picture, and no way out of it
            needs_script=drawn.needs_script,
            code_id=code_id,
            page_id=page_id,
            say=words_in(language),
            privacy=privacy_choice(brand),
            body=Markup(body),  # noqa: S704 - the renderer escaped it; what was filled in is escaped
        )
        has_frames = any(f'class="{it}"' in drawn.html for it in ("wp-video", "wp-game-frame"))
        kind = PageWithFrames if has_frames else Page
        return kind(status, html.encode(), nonce, language=language)


def _thanks(
    html: str, success: Mapping[str, Mapping[str, str]], page_request: PageRequest, say: Words
) -> str:
    """Return the message at the top of the page for a visitor who has just sent a form without script."""
    if "submitted=" not in page_request.query or not page_request.value("submitted"):
        return ""
    thanks = success.get(page_request.value("form"))
    if thanks is None:
        return ""
    drawn = slots.thanks_in(html, page_request.value("form"))
    text, url = thanks.get("text") or say.thanks, thanks.get("next_url") or ""
    has_link = not url or f'href="{escape(url)}"' in drawn
    more = "" if has_link else f'<p><a href="{escape(url)}" rel="noopener">{escape(url)}</a></p>'
    pass_id = page_request.value("pass") or ""
    if _PASS.fullmatch(pass_id):
        more += (
            f'<p><a class="wp-button wp-button-primary" href="/card/{pass_id}">'
            f"{escape(say.pass_show)}</a></p>"
        )
    return (
        '<div class="wp-card wp-notice wp-done" role="status">'
        f"{drawn or f'<p>{escape(text)}</p>'}{more}</div>"
    )
