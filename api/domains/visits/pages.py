"""Pages that visitors see: rendered here, whole without JavaScript, small."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from api.domains.codes.types import AppLink, Brand, ResolvedCode
from api.domains.visits.carried import SAID, kept_query
from api.domains.visits.conditions import zone_of
from api.domains.visits.consent import Consent
from api.domains.visits.page_look import TEMPLATES, colors_of, templates_in
from api.domains.visits.privacy import PATH as PRIVACY_PATH
from api.domains.visits.privacy import privacy_choice
from api.domains.visits.types import Decision, Refusal
from api.domains.visits.words import ENGLISH, spoken
from api.kit.visitor_language import VARY

BUNDLE_ENTRY = "src/visitor/main.ts"
BUNDLE_URL = "/visitor/"
SECONDS_FOR_APP = 3
"""So long an app has to open before a page goes on without it."""


class Notice(StrEnum):
    """Pages that say why there is nothing else to see."""

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
        """What HTTP is told with it."""
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

NOTICE_OF_REFUSAL = {
    Refusal.DELETED: Notice.DELETED,
    Refusal.PAUSED: Notice.PAUSED,
    Refusal.NOT_YET: Notice.NOT_YET,
    Refusal.OVER: Notice.OVER,
    Refusal.UNAVAILABLE: Notice.UNAVAILABLE,
    Refusal.LIMIT: Notice.LIMIT,
    Refusal.USED: Notice.USED,
    Refusal.VOID: Notice.VOID,
    Refusal.RULE: Notice.RULE,
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
    """Its form may end, by redirects, on any address: browsers hold those against form-action too."""
    language: str = ENGLISH

    @property
    def language_headers(self) -> dict[str, str]:
        """Which language it is in, and that others get it in theirs."""
        return language_headers(self.language)

    @property
    def security_policy(self) -> str:
        """Content-Security-Policy: our own bundle, one marked style, pictures from anywhere safe."""
        return (
            f"default-src 'none'; style-src 'self' 'nonce-{self.nonce}'; script-src 'self'; "
            "img-src 'self' https: data:; font-src 'self'; connect-src 'self'; "
            f"form-action 'self'{' https: http:' if self.is_gate else ''}; "
            "base-uri 'none'; frame-ancestors 'none'"
        )


def language_headers(language: str) -> dict[str, str]:
    """Of a page in this language, which other visitors get in theirs."""
    return {"content-language": language, "vary": VARY}


def promo_in(query: str) -> str:
    """The promo code that a link carries in `?promo=`, to be filled in for the visitor."""
    if "promo=" not in query:
        return ""
    try:
        fields = parse_qsl(query[:4096], errors="replace", max_num_fields=64)
    except ValueError:
        return ""
    return next((value[:64] for name, value in fields if name == "promo"), "")


def local_moment(at: datetime, time_zone: str) -> str:
    """A moment as the owner's clock shows it, in the visitor's language."""
    return spoken().moment_of(at, zone_of(time_zone), time_zone)


def read_bundle(manifest: Path) -> Bundle:
    """The visitor bundle that Vite built; an empty one when the web app was not built."""
    try:
        entries: dict[str, dict[str, Any]] = json.loads(manifest.read_text())
    except (FileNotFoundError, NotADirectoryError):
        return Bundle()
    entry = entries[BUNDLE_ENTRY]
    return Bundle(
        styles=tuple(BUNDLE_URL + name for name in entry.get("css", [])),
        scripts=(BUNDLE_URL + str(entry["file"]),),
    )


class VisitorPages:
    """Renders the pages; one of it a process."""

    def __init__(self, bundle: Bundle, new_nonce: Callable[[], str]) -> None:
        self._bundle = bundle
        self._new_nonce = new_nonce

    def landing(self, code: ResolvedCode) -> Page:
        """The page of a code of kind `page`."""
        return self._render(
            "landing.html.jinja",
            200,
            code.brand,
            page="landing",
            code_id=code.code_id,
            name=code.name,
            content=code.content,
            paragraphs=_paragraphs(code.content.text),
        )

    def app(self, code: ResolvedCode, app: AppLink) -> Page:
        """A page that opens an app and soon goes on without it, by script or by itself."""
        return self._render(
            "app.html.jinja",
            200,
            code.brand,
            page="app",
            code_id=None,
            app=app.url,
            fallback=app.fallback,
            seconds=SECONDS_FOR_APP,
        )

    def refusal(self, decision: Decision, query: str = "") -> Page:
        """The page of a refusal: one that asks for something, or one that says why."""
        code = decision.code
        if decision.refusal is Refusal.PASSWORD:
            return self.password(code, query=query)
        if decision.refusal is Refusal.LOCKED:
            return self.locked(code, query=query, given=promo_in(query))
        assert decision.refusal is not None
        if decision.refusal is Refusal.USED and code.used_at is not None:
            moment = local_moment(code.used_at, code.time_zone)
            return self.notice(Notice.USED, code, spoken().used_before.format(moment=moment))
        notice = NOTICE_OF_REFUSAL[decision.refusal]
        if notice is Notice.LIMIT and code.scan_limit is None:
            notice = Notice.VISITOR_LIMIT
        return self.notice(notice, code, decision.message, is_own=True)

    def notice(
        self,
        notice: Notice,
        code: ResolvedCode | None = None,
        text: str = "",
        points: Sequence[str] = (),
        *,
        is_own: bool = False,
    ) -> Page:
        """A friendly page that says why there is nothing else; `text` in place of the usual one, in the
        words of the code's owner if `is_own`; `points` as a list below it.
        """
        said = spoken().notices.of(notice)
        return self._render(
            "notice.html.jinja",
            notice.status,
            code.brand if code else Brand(),
            page=notice.value,
            code_id=None,
            heading=said.heading,
            text=text or said.text,
            is_own=is_own and bool(text),
            points=points,
        )

    def home(self, brand: Brand) -> Page:
        """What the bare address of an organisation's own host shows when it leads nowhere else."""
        say = spoken()
        return self._render(
            "notice.html.jinja",
            200,
            brand,
            page="home",
            code_id=None,
            heading=say.home_heading.format(name=brand.name),
            text=say.home_text.format(name=brand.name),
        )

    def password(
        self, code: ResolvedCode, *, status: int = 200, problem: str | None = None, query: str = ""
    ) -> Page:
        """The page that asks for the code's password; `problem` says why the last one did not do."""
        return self._gate("password.html.jinja", status, code, kept_query(query), problem=problem)

    def locked(
        self,
        code: ResolvedCode,
        *,
        status: int = 200,
        given: str = "",
        problem: str | None = None,
        query: str = "",
        said: str = "",
    ) -> Page:
        """The gate of a promo lock; `given` is filled in, `problem` says why it did not open, `said`
        is sent along.
        """
        lock = code.promo_lock or {}
        kept = [it for it in (kept_query(query), f"{SAID}={said}" if said else "") if it]
        return self._gate(
            "locked.html.jinja",
            status,
            code,
            "&".join(kept),
            problem=problem,
            given=given,
            message=str(lock.get("message") or ""),
            needs_location=lock.get("needs_location") is True,
        )

    def offer(self, code: ResolvedCode, *, problem: str | None = None, query: str = "") -> Page:
        """What a one-time code is good for, and the button that uses it."""
        return self._gate(
            "offer.html.jinja",
            200,
            code,
            kept_query(query),
            title=code.content.title or code.name,
            paragraphs=_paragraphs(code.content.text),
            problem=problem,
        )

    def poll(self, code: ResolvedCode, **values: object) -> Page:
        """A poll of a code, to vote in."""
        return self._render(
            "poll.html.jinja", 200, code.brand, page="poll", code_id=code.code_id, **values
        )

    def used_now(self, code: ResolvedCode, used_at: datetime, url: str | None) -> Page:
        """Proof that the code was used a moment ago, and the way on."""
        return self._render(
            "used.html.jinja",
            200,
            code.brand,
            page="used",
            code_id=None,
            title=code.content.title or code.name,
            moment=local_moment(used_at, code.time_zone),
            button_url=url or code.content.button_url,
            button_label=spoken().go_on if url else code.content.button_label,
            is_own=not url,
        )

    def privacy(self, brand: Brand, consent: Consent, back: str) -> Page:
        """Whether this visitor's browser is remembered, and the buttons that change it; `back` is the
        page that they came from, empty for none.
        """
        action = PRIVACY_PATH + brand.consent.org_id
        values = {"consent": consent, "action": action, "back": back, "privacy": None}
        return self._render(
            "privacy.html.jinja", 200, brand, page="privacy", code_id=None, **values
        )

    def _gate(
        self, template: str, status: int, code: ResolvedCode, query: str, **values: object
    ) -> Page:
        page = self._render(
            template,
            status,
            code.brand,
            page=template.partition(".")[0],
            code_id=None,
            gate_of=code.code_id,
            query=f"?{query}" if query else "",
            **values,
        )
        return replace(page, is_gate=True)

    def _render(self, template: str, status: int, brand: Brand, **values: object) -> Page:
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
                **colors_of(brand),
                **values,
            )
        )
        return Page(status, html.encode(), nonce, language=say.language)


def _paragraphs(text: str) -> list[list[str]]:
    """Paragraphs of a plain text, each a list of lines."""
    parts = text.replace("\r\n", "\n").split("\n\n")
    return [part.strip().split("\n") for part in parts if part.strip()]
