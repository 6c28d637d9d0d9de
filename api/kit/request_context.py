"""The request that is being answered, for what is said or looked up far from its handler.

One context variable serves two needs that reach a dozen modules each, in the event loop and in threads: the product's own words are in the visitor's language, mostly where
something went wrong and nothing of the request is at hand; and at a custom domain only what belongs
to its organisation exists. asyncio hands the context to every task and thread that the request starts.
Headers and query are read when somebody asks for them: most visits are redirected without a word.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import NamedTuple
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.types import Scope

VARY = "Accept-Language"
"""For the header Vary of every answer in the visitor's language, so that caches keep one for each."""

_MOST = 4_000


class RequestContext(NamedTuple):
    """One HTTP request, and the organisation at whose custom domain it arrived."""

    scope: Scope
    domain_org_id: str | None = None
    """None at the product's own hosts, where everybody's codes and pages are served."""

    @property
    def app(self) -> Starlette | None:
        """The app that answers."""
        app: Starlette | None = self.scope.get("app")
        return app

    @property
    def path(self) -> str:
        """The path of its address, decoded."""
        return str(self.scope["path"])

    @property
    def query(self) -> str:
        """The query string of its address, as it was sent."""
        return bytes(self.scope.get("query_string", b"")).decode("latin-1")

    @property
    def accept_language(self) -> str:
        """The languages that the browser accepts; empty when it names none."""
        sent = [value for name, value in self.scope["headers"] if name == b"accept-language"]
        return b",".join(sent).decode("latin-1")


_context: ContextVar[RequestContext | None] = ContextVar("request_context", default=None)


def begin_request(scope: Scope) -> Token[RequestContext | None]:
    """Make this the current request, until `end_request`. Two calls, since every scan passes here and
    a context manager costs twice as much.
    """
    return _context.set(RequestContext(scope))


def end_request(token: Token[RequestContext | None]) -> None:
    """Forget the request that `begin_request` began."""
    _context.reset(token)


@contextmanager
def at_custom_domain(scope: Scope, org_id: str) -> Iterator[None]:
    """Inside the block, this is the current request, and only what belongs to this organisation exists."""
    token = _context.set(RequestContext(scope, org_id))
    try:
        yield
    finally:
        _context.reset(token)


def current_request() -> RequestContext | None:
    """The request that is being answered; None outside of one."""
    return _context.get()


def is_custom_domain() -> bool:
    """Whether the current request arrived at an organisation's custom domain."""
    context = _context.get()
    return context is not None and context.domain_org_id is not None


def is_served(org_id: str) -> bool:
    """Whether what belongs to this organisation may be shown at the host of the current request."""
    context = _context.get()
    return context is None or context.domain_org_id in (None, org_id)


def language_in(query: str) -> str | None:
    """The language in a query string (`lang=`); None without one."""
    if "lang=" not in query:
        return None
    try:
        pairs = parse_qsl(query[:_MOST], max_num_fields=100)
    except ValueError:
        return None
    return next((value[:200] for name, value in pairs if name == "lang"), None)
