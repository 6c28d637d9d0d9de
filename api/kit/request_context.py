"""The current request, for code that is far from its handler.

One context variable meets two needs of a dozen modules each, in the event loop and in threads: the product's own texts
are in the visitor's language, mostly in errors, where the request is not available; and on a custom domain, only
resources of its organisation exist. asyncio passes the context to every task and thread that the request starts.
Headers and query are parsed only when they are needed, because most visits are redirected without any text.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.types import Scope

VARY = "Accept-Language"
"""The Vary header of every response in the visitor's language, so that caches store one for each language."""

_MOST = 4_000


class RequestContext(NamedTuple):
    """An HTTP request, and the organisation on whose custom domain it arrived."""

    scope: Scope
    domain_org_id: str | None = None
    """None on the product's own hosts, which serve the codes and pages of all organisations."""

    @property
    def app(self) -> Starlette | None:
        """Return the app that handles the request."""
        app: Starlette | None = self.scope.get("app")
        return app

    @property
    def path(self) -> str:
        """Return the decoded path of the request."""
        return str(self.scope["path"])

    @property
    def query(self) -> str:
        """Return the query string of the request, unchanged."""
        return bytes(self.scope.get("query_string", b"")).decode("latin-1")

    @property
    def accept_language(self) -> str:
        """Return the languages that the browser accepts, or an empty text if it names none."""
        sent = [value for name, value in self.scope["headers"] if name == b"accept-language"]
        return b",".join(sent).decode("latin-1")


_context: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def begin_request(scope: Scope) -> Token[RequestContext | None]:
    """Make this the current request until `end_request`. These are two functions because every scan calls them, and a
    context manager takes twice as long.
    """
    return _context.set(RequestContext(scope))


def end_request(token: Token[RequestContext | None]) -> None:
    """Reset the current request after `begin_request`."""
    _context.reset(token)


@contextmanager
def at_custom_domain(scope: Scope, org_id: str) -> Iterator[None]:
    """Make this the current request inside the block, where only resources of this organisation exist."""
    token = _context.set(RequestContext(scope, org_id))
    try:
        yield
    finally:
        _context.reset(token)


def current_request() -> RequestContext | None:
    """Return the current request, or None outside of one."""
    return _context.get()


def is_custom_domain() -> bool:
    """Return whether the current request arrived on an organisation's custom domain."""
    context = _context.get()
    return context is not None and context.domain_org_id is not None


def is_served(org_id: str) -> bool:
    """Return whether resources of this organisation may be shown on the host of the current request."""
    context = _context.get()
    return context is None or context.domain_org_id in (None, org_id)


def language_in(query: str) -> str | None:
    """Return the language in a query string (`lang=`), or None."""
    if "lang=" not in query:
        return None
    try:
        pairs = parse_qsl(query[:_MOST], max_num_fields=100)
    except ValueError:
        return None
    return next((value[:200] for name, value in pairs if name == "lang"), None)
