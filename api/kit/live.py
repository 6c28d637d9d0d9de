"""Server-sent events about a resource that many clients watch, which is read once a second for all of them."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)

MEDIA_TYPE = "text/event-stream"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
SECONDS_FRESH = 1.0
SECONDS_ALIVE = 15.0
MAX_SECONDS = 600
MAX_ENTRIES = 2_000


class SharedReads(Generic[Key]):
    """The value of each key, cached for a second. Concurrent reads of a key share one query."""

    def __init__(
        self,
        read: Callable[[Key], Awaitable[bytes]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._monotonic = monotonic
        self._known: dict[Key, tuple[float, bytes]] = {}
        self._reading: dict[Key, asyncio.Task[bytes]] = {}

    async def get(self, key: Key) -> bytes:
        """Return the value, which is at most a second old."""
        cached = self._known.get(key)
        if cached is not None and cached[0] > self._monotonic():
            return cached[1]
        reading = self._reading.get(key)
        if reading is None:
            reading = asyncio.create_task(self._fresh(key))
            self._reading[key] = reading
            reading.add_done_callback(lambda _: self._reading.pop(key, None))
        return await asyncio.shield(reading)

    async def _fresh(self, key: Key) -> bytes:
        value = await self._read(key)
        if len(self._known) >= MAX_ENTRIES:
            self._known.clear()
        self._known[key] = (self._monotonic() + SECONDS_FRESH, value)
        return value


async def changes(
    reads: SharedReads[Key],
    key: Key,
    seconds: float,
    *,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[bytes]:
    """Yield the value and each change of it as events, for this many seconds. Browsers then reconnect.

    The first value is read after the stream has begun, because a cached one may be older than the page and would hide
    what its visitor has just added.
    """
    ends = monotonic() + seconds
    yield b"retry: 3000\n\n"
    await sleep(min(SECONDS_FRESH, seconds))
    sent: bytes | None = None
    last = monotonic()
    while True:
        value = await reads.get(key)
        if value != sent:
            yield b"data: " + value + b"\n\n"
            sent, last = value, monotonic()
        elif monotonic() - last > SECONDS_ALIVE:
            yield b": still here\n\n"
            last = monotonic()
        if monotonic() >= ends:
            return
        await sleep(SECONDS_FRESH)
