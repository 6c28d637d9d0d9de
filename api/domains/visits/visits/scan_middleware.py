"""Opens codes at `/code/{id}` and `/{id}`, by ID or slug, before any other middleware runs."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import datetime

import psycopg
import structlog
from starlette.types import ASGIApp, Receive, Scope, Send

from api.domains.codes.codes.types import (
    CODE_ID,
    REDIRECT_KINDS,
    RESERVED_WORDS,
    SLUG,
    AppLink,
    CodeKind,
    ResolvedCode,
)
from api.domains.codes.rules.decide import decide, led_to
from api.domains.codes.rules.types import Decision, Identity
from api.domains.visits.visits.answers import (
    Answer,
    RawHeaders,
    headers_of_all,
    page_answer,
    send_answer,
)
from api.domains.visits.visits.code_pages import CodePages
from api.domains.visits.visits.flood import WINDOW_SECONDS, FloodGuard
from api.domains.visits.visits.group_commit import RETRY_AFTER, NotRecorded
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.scan_service import ScanService, VisitorRequest
from api.kit.edge import observe
from api.kit.request_context import is_custom_domain
from api.kit.request_deadline import MAX_WAIT_SECONDS
from api.rendering.visitor_pages.gate_query import PRIVACY_CHOSEN, outcome_in, with_query
from api.rendering.visitor_pages.pages import Notice, Page

log = structlog.get_logger(__name__)

CODE_PREFIX = "/code/"
NOT_CODES = frozenset({"note"})
"""First segments below /code/ that have routes of their own."""

ROUTE = "/code/{code_id}"
"""The route under which the latency of both forms is recorded."""

OpenPublished = Callable[
    [ResolvedCode, Identity, VisitorRequest, str | None], Awaitable[Page | None]
]
"""Returns the published page of a code, or the page that a rule names, for this visitor; None if there is none."""

BROWSERS_WITH_INTENTS = frozenset({"Chrome", "Edge", "Samsung Internet", "Opera"})
"""Browsers on Android that support `intent:` and its `browser_fallback_url`. Browsers inside apps may not."""


def code_in_path(path: str) -> str | None:
    """Return the ID or slug in a path, unchanged, or None if the path is not a visit.

    A trailing slash is ignored, because some people print one.
    """
    if path.startswith(CODE_PREFIX):
        first, _, rest = path[len(CODE_PREFIX) :].partition("/")
        return None if rest or first in NOT_CODES else first
    written = path[1:].removesuffix("/")
    if SLUG.match(written) and written.lower() not in RESERVED_WORDS:
        return written
    return None


def may_be_page(path: str) -> bool:
    """Return whether a path without a code may still belong to the product: a word directly below `/`."""
    return not path.startswith(CODE_PREFIX) and not CODE_ID.match(path[1:].removesuffix("/"))


def opens_directly(app: AppLink, browser: str | None) -> bool:
    """Return whether a browser may be redirected to the app: by a web address, or by an Android intent that it
    supports.

    All others get a page that tries to open the app and continues without it.
    """
    return app.url.startswith("https://") or (
        app.url.startswith("intent://") and browser in BROWSERS_WITH_INTENTS
    )


class ScanMiddleware:
    """Handles scans, and passes everything else to `app`."""

    def __init__(
        self,
        app: ASGIApp,
        scans: ScanService,
        pages: CodePages,
        guard: FloodGuard,
        *,
        timer: Callable[[], float] = time.perf_counter,
        is_https: bool = False,
        base_url: str = "",
        published: OpenPublished | None = None,
    ) -> None:
        self.published = published
        self.base_url = base_url
        self.app = app
        self.scans = scans
        self.pages = pages
        self.guard = guard
        self.timer = timer
        self.always = headers_of_all(is_https=is_https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        code_id = code_in_path(scope["path"]) if scope["type"] == "http" else None
        if code_id is None:
            await self.app(scope, receive, send)
            return
        began = self.timer()
        method = scope["method"]
        answer: Answer | None
        if method in ("GET", "HEAD"):
            answer = await self._visit(code_id, scope)
            if answer is None:
                await self.app(scope, receive, send)
                return
        elif may_be_page(scope["path"]):
            await self.app(scope, receive, send)
            return
        else:
            answer = Answer(405, [(b"allow", b"GET, HEAD")])
            method = "other"
        await send_answer(answer, self.always, send, is_head=method == "HEAD")
        observe(method, ROUTE, answer.status, self.timer() - began)

    async def _visit(self, code_id: str, scope: Scope) -> Answer | None:
        """Return the response to a visit, or None if there is no code and the app may know the word."""
        incoming = self.scans.read_request(scope["method"], scope)
        if not self.guard.admits(incoming.address):
            return self._notice(Notice.TOO_MANY, retry_after=int(WINDOW_SECONDS))
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                name = None
                code = await self.scans.find_code(code_id)
                if code is None:
                    name = code_id.lower()
                    code = await self.scans.find_named(name)
                if code is None:
                    is_app_path = may_be_page(scope["path"]) and not is_custom_domain()
                    return None if is_app_path else self._notice(Notice.UNKNOWN)
                return await self._open(code, incoming, name, scope["path"])
        except (NotRecorded, psycopg.Error, OSError) as error:
            log.warning("a visit could not be answered", code_id=code_id, error=repr(error))
            return self._notice(Notice.NOT_READY, retry_after=RETRY_AFTER)
        except Exception:
            log.exception("a visit failed", code_id=code_id)
            return self._notice(Notice.NOT_READY, retry_after=RETRY_AFTER)

    async def _open(
        self, code: ResolvedCode, incoming: VisitorRequest, name: str | None, path: str
    ) -> Answer:
        now = self.scans.now()
        agent = incoming.headers.get("user-agent", "")
        is_burst = self.guard.is_burst(incoming.address, agent)
        visit = self.scans.visit(incoming, now, code.brand.consent, is_burst=is_burst)
        if name is not None:
            visit = visit._replace(name=name)
        if not code.is_plain:
            visit = self.scans.with_unlocks(visit, incoming, code, now)
        headers: RawHeaders = []
        if self._was_open(incoming, path, now):
            decision = decide(code, await self.scans.with_counts(code, visit), now)
        else:
            decision, event_id = await self.scans.open(code, visit, now)
            headers.append((b"x-request-id", str(event_id).encode()))
        cookie = cookie_to_set(visit.identity, is_secure=incoming.is_secure)
        if cookie is not None:
            headers.append((b"set-cookie", cookie.encode()))
        if decision.app is not None and not decision.is_offer:
            if opens_directly(decision.app, visit.agent.browser):
                return Answer(302, [(b"location", decision.app.url.encode()), *headers])
            return page_answer(self.pages.app(code, decision.app), headers)
        if decision.url is not None and not decision.is_offer:
            return self._on_to(decision.url, incoming, headers)
        shown = await self._shown(decision, visit.identity, incoming)
        if isinstance(shown, str):
            return self._on_to(shown, incoming, headers)
        return page_answer(shown, headers)

    def _was_open(self, incoming: VisitorRequest, path: str, now: datetime) -> bool:
        """Return whether a privacy choice that was made on this page redirected back to it, which is not a scan."""
        query, secret = incoming.query, self.scans.secret
        return PRIVACY_CHOSEN in query and bool(
            outcome_in(query, secret, path, now, name=PRIVACY_CHOSEN)
        )

    def _on_to(self, url: str, incoming: VisitorRequest, headers: RawHeaders) -> Answer:
        where = with_query(url, incoming.query, self.base_url)
        return Answer(302, [(b"location", where.encode()), *headers])

    async def _shown(
        self, decision: Decision, identity: Identity, incoming: VisitorRequest
    ) -> Page | str:
        """Return the page, or the address to which a page code without a page redirects."""
        code = decision.code
        is_page = decision.refusal is None and not decision.is_offer
        if is_page and self.published is not None:
            named = decision.page_id
            page = await self.published(code, identity, incoming, named) if named else None
            page = page or await self.published(code, identity, incoming, None)
            if page is not None:
                return page
        if is_page and code.kind in REDIRECT_KINDS and code.destination is not None:
            return led_to(code, code.destination, incoming.query)
        if is_page and code.kind is CodeKind.NOTE:
            return f"/code/note/{code.code_id}"
        if is_page and code.kind is CodeKind.FORM:
            return self.pages.notice(Notice.UNAVAILABLE, code.brand)
        return self._page(decision, incoming)

    def _page(self, decision: Decision, incoming: VisitorRequest) -> Page:
        if decision.refusal is not None:
            return self.pages.refusal(decision, incoming.query)
        if decision.is_offer:
            return self.pages.offer(decision.code, query=incoming.query)
        return self.pages.landing(decision.code)

    def _notice(self, notice: Notice, retry_after: int | None = None) -> Answer:
        headers: RawHeaders = []
        if retry_after is not None:
            headers.append((b"retry-after", str(retry_after).encode()))
        return page_answer(self.pages.notice(notice), headers)
