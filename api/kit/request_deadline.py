"""The total time for which one request may wait for a database connection, a pool and locks."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from api.kit.database_errors import DatabaseUnavailable

MAX_WAIT_SECONDS = 2.8
"""Short enough for the error response to reach the caller within three seconds."""
MIN_WAIT_SECONDS = 0.1
"""How long a request that has used up its time may still wait for something else."""

_deadline: ContextVar[float] = ContextVar("request_deadline")


def start_deadline() -> None:
    """Set the deadline of the current request to `MAX_WAIT_SECONDS` from now."""
    _deadline.set(time.monotonic() + MAX_WAIT_SECONDS)


def seconds_left() -> float:
    """Return how long this request may still wait; `MAX_WAIT_SECONDS` if no deadline is set, as in a job."""
    deadline = _deadline.get(None)
    if deadline is None:
        return MAX_WAIT_SECONDS
    return max(deadline - time.monotonic(), MIN_WAIT_SECONDS)


@asynccontextmanager
async def within_deadline() -> AsyncIterator[None]:
    """Cancel the block at the request's deadline.

    Raises:
        DatabaseUnavailable: the deadline has passed.
    """
    try:
        async with asyncio.timeout(seconds_left()):
            yield
    except TimeoutError as late:
        raise DatabaseUnavailable from late
