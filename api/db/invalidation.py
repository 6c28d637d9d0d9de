"""A cache that Postgres invalidates: a NOTIFY names the key to drop.

While the listening connection is down (Postgres restarts, the network breaks), entries live for one second,
so a missed change is never served for long.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar

import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool

Value = TypeVar("Value")
Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

SECONDS_LISTENING = 30.0
"""Time to live of an entry while changes are notified."""
SECONDS_NOT_LISTENING = 1.0
SECONDS_ABSENT = 5.0
"""Time to live of the fact that there is no such value."""

log = structlog.get_logger(__name__)


class NotCached:
    """The cache has no entry for a key. None is an entry: there is no such value."""


NOT_CACHED: Final = NotCached()


class InvalidatedCache(Generic[Value]):
    """Values by key. A notification on `channel` carries the key to drop; an empty one drops all."""

    def __init__(
        self,
        pool: Pool,
        listen_url: str,
        channel: str,
        load: Callable[[str], Awaitable[Value | None]],
        monotonic: Callable[[], float],
        *,
        max_entries: int,
    ) -> None:
        self._pool = pool
        self._listen_url = listen_url
        self._channel = channel
        self._load_value = load
        self._monotonic = monotonic
        self._max_entries = max_entries
        self._entries: dict[str, tuple[float, Value | None]] = {}
        self._loading: dict[str, asyncio.Task[Value | None]] = {}
        self._invalidations = 0
        self._is_listening = False
        self._listener: asyncio.Task[None] | None = None

    @property
    def is_listening(self) -> bool:
        """Whether Postgres notifies of changes at this moment."""
        return self._is_listening

    def start(self) -> None:
        """Begin to listen for changes."""
        self._listener = asyncio.create_task(self._listen(), name=f"{self._channel}-listener")

    async def stop(self) -> None:
        """Stop listening."""
        # Cancel until it is done: the pool's check() takes a cancellation for a broken connection.
        while self._listener is not None and not self._listener.done():
            self._listener.cancel()
            await asyncio.wait({self._listener}, timeout=0.2)

    def peek(self, key: str) -> Value | NotCached | None:
        """The cached value without a query: a value, None (there is none), or NOT_CACHED."""
        entry = self._entries.get(key)
        if entry is None or entry[0] < self._monotonic():
            return NOT_CACHED
        return entry[1]

    async def find(self, key: str) -> Value | None:
        """The value, or None when there is none. Concurrent calls for a key share one query."""
        cached = self.peek(key)
        if not isinstance(cached, NotCached):
            return cached
        loading = self._loading.get(key)
        if loading is None:
            loading = asyncio.create_task(self._load(key))
            self._loading[key] = loading
            loading.add_done_callback(lambda done: self._loaded(key, done))
        return await asyncio.shield(loading)

    def invalidate(self, key: str | None = None) -> None:
        """Drop one value, or all. A value that is being loaded is not cached either."""
        self._invalidations += 1
        if key is None:
            self._entries.clear()
            self._loading.clear()
        else:
            self._entries.pop(key, None)
            self._loading.pop(key, None)

    def _loaded(self, key: str, task: "asyncio.Task[Value | None]") -> None:
        if self._loading.get(key) is task:
            del self._loading[key]

    async def _load(self, key: str) -> Value | None:
        invalidations = self._invalidations
        value = await self._load_value(key)
        if invalidations == self._invalidations:
            self._store(key, value)
        return value

    def _store(self, key: str, value: Value | None) -> None:
        if len(self._entries) >= self._max_entries:
            for oldest in list(self._entries)[: self._max_entries // 10 + 1]:
                del self._entries[oldest]
        seconds = SECONDS_LISTENING if self._is_listening else SECONDS_NOT_LISTENING
        if value is None:
            seconds = min(seconds, SECONDS_ABSENT)
        self._entries[key] = (self._monotonic() + seconds, value)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (psycopg.Error, OSError) as error:
                log.warning(
                    "cache invalidation interrupted", channel=self._channel, error=str(error)
                )
            self._is_listening = False
            self.invalidate()
            await asyncio.sleep(SECONDS_NOT_LISTENING)

    async def _listen_once(self) -> None:
        connection = await psycopg.AsyncConnection.connect(
            self._listen_url,
            autocommit=True,
            connect_timeout=5,
            keepalives_idle=10,
            keepalives_interval=5,
            keepalives_count=3,
        )
        async with connection:
            await connection.execute(f"listen {self._channel}")
            # Whatever broke this connection before may have broken those in the pool.
            await self._pool.check()
            self.invalidate()
            self._is_listening = True
            async for change in connection.notifies():
                self.invalidate(change.payload or None)
