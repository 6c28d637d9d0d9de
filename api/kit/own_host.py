"""Whose host this request came to: on an organisation's own one, others' things do not exist.

A context variable, because what must not be found is looked up in a dozen places, in the event loop and
in threads, by ids that visitors name. It is set before anything else reads the request; asyncio hands
it to every task and thread that the request starts. Nobody sets it for the product's own hosts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_org_id: ContextVar[str | None] = ContextVar("own_host_org_id", default=None)


@contextmanager
def serving_only(org_id: str) -> Iterator[None]:
    """While this lasts, only what belongs to this organisation is there."""
    token = _org_id.set(org_id)
    try:
        yield
    finally:
        _org_id.reset(token)


def is_own_host() -> bool:
    """Whether the request came to an organisation's own host."""
    return _org_id.get() is not None


def is_served(org_id: str) -> bool:
    """Whether what belongs to this organisation may be shown where the request came to."""
    only = _org_id.get()
    return only is None or only == org_id
