"""The outermost layer of the app: request IDs, access log, latency, security headers, and a last resort for errors."""

import re
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import orjson
import structlog
from prometheus_client import Histogram
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uuid_utils import uuid7

from api.kit.addresses import shortened
from api.kit.database_errors import DatabaseUnavailable, is_passing
from api.kit.errors import ApiError, BadRequest, HeadersTooLarge, TooLarge
from api.kit.visitor_routes import CALLS

log = structlog.get_logger("waypost.access")

MAX_BODY = 1_000_000
"""Maximum size of a body in bytes, except for paths that allow more (uploads)."""

MAX_HEADERS = 64_000
"""Maximum size of all headers together in bytes, many times what browsers send."""

MAX_DRAINED = 64_000_000
"""Maximum number of bytes to read and discard from a form that a browser sends without script. If the response is sent
before the last byte was read, the visitor sees a broken connection instead of it.
"""

ErrorPage = Callable[[Request, ApiError], Response | None]
"""Returns a page about the error if a person would read it, or None for a program."""

API_PREFIXES = ("/v1/", "/v0/", "/dev/", "/webhooks/")
_FORMS = (b"application/x-www-form-urlencoded", b"multipart/form-data")
_REQUEST_ID = re.compile(r"^[A-Za-z0-9_-]{8,64}$")
_QUIET = frozenset({"/healthz", "/readyz"})

LATENCY = Histogram(
    "waypost_http_request_seconds",
    "Time from request to the last byte of the answer",
    ["method", "route", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10),
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": "camera=(), microphone=(), payment=()",
}


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Record the duration of a response. `route` is the template, never the path itself. Unsupported methods share one
    label, because callers can invent any number of them.
    """
    label = method if method in _METHODS else "other"
    LATENCY.labels(label, route, str(status)).observe(seconds)


def is_api_path(path: str) -> bool:
    """Return whether a path is for programs, so that its errors are problem documents."""
    return path.startswith(API_PREFIXES)


def is_form_of_browser(scope: Scope) -> bool:
    """Return whether a browser sent this as a form without script, so that a person reads the response."""
    headers = dict(scope["headers"])
    return (
        scope["method"] == "POST"
        and headers.get(b"content-type", b"").lower().startswith(_FORMS)
        and b"text/html" in headers.get(b"accept", b"")
        and not is_api_path(scope["path"])
    )


def is_opened_in_browser(scope: Scope) -> bool:
    """Return whether a person opens this address in a browser to read it."""
    accepted = dict(scope["headers"]).get(b"accept", b"")
    return (
        scope["method"] in ("GET", "HEAD")
        and b"text/html" in accepted
        and not is_api_path(scope["path"])
    )


class Edge:
    """Plain ASGI middleware: one wrapper of `send` does everything that each response needs."""

    def __init__(
        self,
        app: ASGIApp,
        is_https: bool = False,
        larger_bodies: Mapping[str, int] | None = None,
        error_page: ErrorPage | None = None,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.app = app
        self.timer = timer
        self.error_page = error_page
        self.larger_bodies = dict(larger_bodies or {})
        self.headers = dict(_HEADERS)
        if is_https:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = self.timer()
        request_id = _request_id(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if is_api_path(scope["path"]):
                    # The default is private data. Calls whose responses may be cached set this
                    # header themselves.
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                limit = self._limit(scope["path"])
                drained = MAX_DRAINED if is_form_of_browser(scope) else 0
                refusal = _refusal(scope, max(limit, drained))
                if refusal is None:
                    bounded = _bounded(receive, limit, drained)
                    await self.app(scope, bounded, send_with_headers)
                else:
                    await answer_problem(refusal, request_id, send_with_headers)
            except Exception as failure:
                log.exception("unexpected error", method=scope["method"], path=scope["path"])
                if status:
                    raise
                error = DatabaseUnavailable() if is_passing(failure) else ApiError()
                page = self._page_of(scope, error)
                if page is None:
                    await answer_problem(error, request_id, send_with_headers)
                else:
                    await page(scope, receive, send_with_headers)
            seconds = self.timer() - begun
            route = route_template(scope)
            observe(scope["method"], route, status, seconds)
            if _is_logged(scope["path"], status):
                client = scope.get("client")
                log.info(
                    "request",
                    method=scope["method"],
                    route=route,
                    status=status,
                    milliseconds=round(seconds * 1000, 1),
                    client=shortened(client[0]) if client else None,
                )

    def _page_of(self, scope: Scope, error: ApiError) -> Response | None:
        """Return an error page as a last resort. If even this fails, it must not hide the original error."""
        if self.error_page is None:
            return None
        try:
            return self.error_page(Request(scope), error)
        except Exception:
            log.exception("no page for an unexpected error", path=scope["path"])
            return None

    def _limit(self, path: str) -> int:
        """Return the largest allowed body. A prefix that ends with a slash applies to all paths below it."""
        limit = self.larger_bodies.get(path)
        if limit is None:
            below = f"/{path[1:].partition('/')[0]}/"
            limit = self.larger_bodies.get(below, MAX_BODY)
        return limit


def _is_logged(path: str, status: int) -> bool:
    """Return whether a response is logged. Scripts of visitors' pages make as many calls as there are scans, so their
    successful calls are only counted.
    """
    if path in CALLS:
        return status >= HTTPStatus.BAD_REQUEST
    return path not in _QUIET


def route_template(scope: Scope) -> str:
    """Return the template of the matched route, or `unmatched`, so that the number of labels stays small."""
    context = scope.get("fastapi", {}).get("effective_route_context")
    route: Any = context or scope.get("route")
    path = getattr(route, "path", None)
    return str(path) if path else "screen" if "endpoint" in scope else "unmatched"


async def answer_problem(error: ApiError, request_id: str | None, send: Send) -> None:
    """Send the error without a framework."""
    body = orjson.dumps(error.problem(request_id))
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *((name.lower().encode(), value.encode()) for name, value in error.headers.items()),
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            request_id: str = value.decode("latin-1")
            if _REQUEST_ID.match(request_id):
                return request_id
    return uuid7().hex


def _refusal(scope: Scope, limit: int) -> ApiError | None:
    if "\x00" in scope["path"] or b"%00" in scope["query_string"]:
        return BadRequest("The address must not contain NUL characters.")
    if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADERS:
        return HeadersTooLarge()
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value[:19]) > limit):
            return TooLarge()
    return None


def _bounded(receive: Receive, limit: int, drained: int) -> Receive:
    """Return a `receive` that refuses a body beyond the limit, after reading up to `drained` bytes of it."""
    received = 0

    async def receive_bounded() -> Message:
        nonlocal received
        message = await receive()
        if message["type"] == "http.request":
            received += len(message.get("body", b""))
            while limit < received <= drained and message.get("more_body"):
                message = await receive()
                received += len(message.get("body", b""))
            if received > limit:
                raise HTTPException(413)
        return message

    return receive_bounded
