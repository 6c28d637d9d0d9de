"""How long one request may wait, in all, for a database connection, a pool and locks."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from api.kit.database_errors import DatabaseUnavailable

PATIENCE = 2.8
"""Seconds; so that the refusal is with the caller within three."""
LEAST = 0.1
"""What a request that has waited long already may still wait for one more thing."""

_ends: ContextVar[float] = ContextVar("patience_ends")


def start_waiting() -> None:
    """Begin to count for the request of this context."""
    _ends.set(time.monotonic() + PATIENCE)


def seconds_left() -> float:
    """How long this request may still wait; all of `PATIENCE` where none was begun, as in a job."""
    ends = _ends.get(None)
    return PATIENCE if ends is None else max(ends - time.monotonic(), LEAST)


@asynccontextmanager
async def within_patience() -> AsyncIterator[None]:
    """Leave the block when the request has waited for too long.

    Raises:
        DatabaseUnavailable: it has.
    """
    try:
        async with asyncio.timeout(seconds_left()):
            yield
    except TimeoutError as late:
        raise DatabaseUnavailable from late
