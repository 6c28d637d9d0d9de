"""In which language the visitor wants to read whose request this is.

A context variable, because the product's own words are said in dozens of places, in the event loop and in
threads, mostly where something went wrong and nothing of the request is at hand. It is set before anything
else reads the request, and holds the request unread: most visits are led on without a word.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from urllib.parse import parse_qsl

from starlette.types import Scope

VARY = "Accept-Language"
"""Of every answer in the visitor's language: whoever keeps it keeps one for each."""

_MOST = 4_000
_scope: ContextVar[Scope | None] = ContextVar("visitor_language_scope", default=None)


@contextmanager
def listening_to(scope: Scope) -> Iterator[None]:
    """While this lasts, words are for the visitor who sent this request."""
    token = _scope.set(scope)
    try:
        yield
    finally:
        _scope.reset(token)


def current_request() -> Scope | None:
    """The request that is being answered; None outside of one."""
    return _scope.get()


def asked_for() -> tuple[str | None, str]:
    """The language that the address asks for (`?lang=`), if any, and what the browser accepts."""
    scope = _scope.get()
    if scope is None:
        return None, ""
    accepted = [value for name, value in scope["headers"] if name == b"accept-language"]
    return lang_in(scope.get("query_string", b"").decode("latin-1")), b",".join(accepted).decode(
        "latin-1"
    )


def lang_in(query: str) -> str | None:
    """The language that a query asks for; None when it asks for none."""
    if "lang=" not in query:
        return None
    try:
        pairs = parse_qsl(query[:_MOST], max_num_fields=100)
    except ValueError:
        return None
    return next((value[:200] for name, value in pairs if name == "lang"), None)
