"""Serves custom domains: an organisation's codes and pages, and nothing of the product itself.

Runs before the scan middleware. Requests to any other host are passed on unchanged. A path that does not exist is
logged, and redirected if the owner has set an address for that.
"""

import re
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

import psycopg
import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.domains.hosts.custom_domains.resolution import ResolvedDomain, ResolvedDomains
from api.domains.hosts.not_found_log.paths import recordable_path
from api.domains.hosts.not_found_log.recorder import NotFoundRecorder, NotFoundRequest
from api.domains.visits.visits.answers import Answer, headers_of_all, page_answer, send_answer
from api.domains.visits.visits.scan_middleware import CODE_PREFIX, code_in_path
from api.domains.visits.visits.scan_service import ScanService
from api.kit.edge import observe
from api.kit.request_context import at_custom_domain
from api.kit.visitor_routes import FOR_PEOPLE, TERMS, is_call_of_visitors
from api.rendering.visitor_pages.consent import HOST_POLICY
from api.rendering.visitor_pages.pages import Notice, VisitorPages

log = structlog.get_logger(__name__)

MISSED_ROUTE = "/{missed}"
"""The route under which the latency of 404 responses is recorded."""
_OF_NETWORKS = tuple(
    f".{it}" for it in ("localhost", "local", "internal", "lan", "home", "corp", "home.arpa")
)
_NUMBERS = re.compile(r"[\d.]+\Z")


def is_for_visitors(path: str, org_id: str) -> bool:
    """Return whether visitors of this organisation need a path."""
    return is_call_of_visitors(path) or path.startswith(f"/media/org/{org_id}/")


def product_hosts(base_url: str, others: Iterable[str | None]) -> frozenset[str]:
    """Return the product's own hosts, which need no lookup."""
    return frozenset(
        {"localhost", "127.0.0.1", urlsplit(base_url).hostname or "", *(it for it in others if it)}
    )


def is_unknown_host(name: str, product: Iterable[str]) -> bool:
    """Return whether a host name of the internet is unknown to us. IP addresses, names in a private network and
    subdomains of the product's hosts are left to the operator.
    """
    if "." not in name or name.endswith(_OF_NETWORKS) or _NUMBERS.match(name):
        return False
    return not any(name.endswith(f".{it}") for it in product if it)


class CustomDomainMiddleware:
    """Handles requests to verified custom domains, and passes everything else to `inner`."""

    def __init__(
        self,
        inner: ASGIApp,
        hosts: ResolvedDomains,
        pages: VisitorPages,
        product: frozenset[str],
        *,
        scans: ScanService,
        misses: NotFoundRecorder,
        is_https: bool = False,
        is_public: bool = False,
    ) -> None:
        self.is_public = is_public
        self.inner = inner
        self.hosts = hosts
        self.pages = pages
        self.product = product
        self.scans = scans
        self.misses = misses
        self.always = headers_of_all(is_https=is_https)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        name = _host_of(scope) if scope["type"] == "http" else ""
        if not name or name in self.product:
            await self.inner(scope, receive, send)
            return
        try:
            own = await self.hosts.of(name)
        except (psycopg.Error, OSError) as error:
            log.warning("a host could not be looked up", host=name, error=repr(error))
            notice = page_answer(self.pages.notice(Notice.NOT_READY), [(b"retry-after", b"1")])
            await self._send(notice, scope, send)
            return
        if own is None:
            if self._is_unverified_root(name, scope):
                answer = page_answer(self.pages.notice(Notice.NOTHING_HERE), [])
                await self._send(answer, scope, send)
                return
            await self.inner(scope, receive, send)
            return
        scope[HOST_POLICY] = own.brand.consent
        with at_custom_domain(scope, own.org_id):
            await self._serve(own, scope, receive, send)

    def _is_unverified_root(self, name: str, scope: Scope) -> bool:
        """Return whether this is a request for the root of an unverified host that points here, where the product's own
        start page would be wrong.

        Only an installation that knows its public address can recognise foreign hosts. Codes still open there, because
        they may be printed.
        """
        is_start = scope["path"] == "/" and scope["method"] in ("GET", "HEAD")
        return is_start and self.is_public and is_unknown_host(name, self.product)

    async def _serve(self, own: ResolvedDomain, scope: Scope, receive: Receive, send: Send) -> None:
        path, is_read = scope["path"], scope["method"] in ("GET", "HEAD")
        if path == "/" and is_read:
            if own.home_url is not None:
                answer = Answer(302, [(b"location", own.home_url.encode())])
            else:
                answer = page_answer(self.pages.home(own.brand), [])
            await self._send(answer, scope, send)
            return
        if not is_read:
            if is_for_visitors(path, own.org_id):
                await self.inner(scope, receive, send)
            else:
                await self._send(self._unknown(own, path), scope, send)
        elif (name := code_in_path(path)) is not None:
            await self._open(own, name, scope, receive, send)
        elif is_for_visitors(path, own.org_id):
            await self._pass(own, scope, receive, send)
        else:
            await self._miss(own, scope, send)

    async def _open(
        self, own: ResolvedDomain, name: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Open a code. If it cannot be looked up, the scan middleware responds."""
        if await self._knows(name):
            await self.inner(scope, receive, send)
        else:
            await self._miss(own, scope, send)

    async def _knows(self, name: str | None) -> bool:
        """Return whether a code of this organisation has this ID or slug. If the database fails, the answer is True."""
        if name is None:
            return False
        try:
            found = await self.scans.find_code(name) or await self.scans.find_named(name)
        except (psycopg.Error, OSError):
            return True
        return found is not None

    async def _pass(self, own: ResolvedDomain, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request to the product. An address for people that it does not know is recorded as a miss."""
        if not scope["path"].startswith(FOR_PEOPLE) and not TERMS.match(scope["path"]):
            await self.inner(scope, receive, send)
            return
        is_missed = False

        async def watched(message: Message) -> None:
            nonlocal is_missed
            is_missed = is_missed or message.get("status") == 404
            if not is_missed:
                await send(message)

        await self.inner(scope, receive, watched)
        if is_missed:
            await self._miss(own, scope, send)

    async def _miss(self, own: ResolvedDomain, scope: Scope, send: Send) -> None:
        """Record a 404, and redirect if the domain has an address for unknown paths."""
        began = time.perf_counter()
        missed = NotFoundRequest(
            own.domain_id,
            own.brand.consent,
            own.host,
            scope["path"],
            own.unknown_url is not None,
        )
        await self.misses.record(missed, scope)
        if own.unknown_url is None or recordable_path(scope["path"]) is None:
            answer = self._unknown(own, scope["path"])
        else:
            answer = Answer(302, [(b"location", own.unknown_url.encode())])
        await self._send(answer, scope, send)
        observe(scope["method"], MISSED_ROUTE, answer.status, time.perf_counter() - began)

    def _unknown(self, own: ResolvedDomain, path: str) -> Answer:
        """Return the notice for an unknown path: below `/code/` it was meant to be a code, elsewhere we cannot know."""
        is_code = path.startswith(CODE_PREFIX) and code_in_path(path) is not None
        notice = Notice.UNKNOWN if is_code else Notice.NOTHING_HERE
        return page_answer(self.pages.notice(notice, own.brand), [])

    async def _send(self, answer: Answer, scope: Scope, send: Send) -> None:
        await send_answer(answer, self.always, send, is_head=scope["method"] == "HEAD")


def _host_of(scope: Scope) -> str:
    """Return the Host header in lower case, without port and trailing dot, or an empty text if there is none."""
    for name, value in scope["headers"]:
        if name == b"host":
            written: str = value.decode("latin-1")
            return written.partition(":")[0].rstrip(".").lower()
    return ""
