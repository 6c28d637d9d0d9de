"""Caches that Postgres invalidates: a NOTIFY names the key to drop. All caches of a process share one connection.

While that connection is down (Postgres restarts, the network fails), entries live for one second, so a missed change is
never served for long.
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
"""Time to live of an entry in seconds, while Postgres notifies of changes."""
SECONDS_NOT_LISTENING = 1.0
SECONDS_ABSENT = 5.0
"""Time to live in seconds of the fact that a value does not exist."""

log = structlog.get_logger(__name__)


class NotCached:
    """The cache has no entry for a key. None, in contrast, is an entry: the value does not exist."""


NOT_CACHED: Final = NotCached()


class ChangeListener:
    """The connection on which Postgres notifies the caches of a process."""

    def __init__(self, pool: Pool, listen_url: str) -> None:
        self._pool = pool
        self._listen_url = listen_url
        self._invalidate: dict[str, Callable[[str | None], None]] = {}
        self._task: asyncio.Task[None] | None = None
        self.is_listening = False
        """Whether Postgres currently notifies of changes."""

    def subscribe(self, channel: str, invalidate: Callable[[str | None], None]) -> None:
        """Call `invalidate` with the key of each change on a channel, and with None for all keys. Must be called before
        the start.
        """
        assert self._task is None, "it listens already"
        self._invalidate[channel] = invalidate

    def start(self) -> None:
        """Start listening for changes, unless already started."""
        if self._task is None:
            self._task = asyncio.create_task(self._listen(), name="change-listener")

    async def stop(self) -> None:
        """Stop listening."""
        # Cancel until it is done, because the pool's check() mistakes a cancellation for a broken
        # connection.
        while self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=0.2)

    def _invalidate_all(self) -> None:
        for invalidate in self._invalidate.values():
            invalidate(None)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (psycopg.Error, OSError) as error:
                log.warning("cache invalidation interrupted", error=str(error))
            self.is_listening = False
            self._invalidate_all()
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
            await connection.execute("; ".join(f"listen {it}" for it in self._invalidate))
            # The cause that broke this connection may have broken those in the pool as well.
            await self._pool.check()
            self._invalidate_all()
            self.is_listening = True
            async for change in connection.notifies():
                self._invalidate[change.channel](change.payload or None)


class InvalidatedCache(Generic[Value]):
    """Cached values by key. A notification on `channel` contains the key to drop; an empty one drops all."""

    def __init__(
        self,
        changes: ChangeListener,
        channel: str,
        load: Callable[[str], Awaitable[Value | None]],
        monotonic: Callable[[], float],
        *,
        max_entries: int,
    ) -> None:
        self._changes = changes
        self._load_value = load
        self._monotonic = monotonic
        self._max_entries = max_entries
        self._entries: dict[str, tuple[float, Value | None]] = {}
        self._loading: dict[str, asyncio.Task[Value | None]] = {}
        self._invalidations = 0
        changes.subscribe(channel, self.invalidate)

    def peek(self, key: str) -> Value | NotCached | None:
        """Return the cached value without a query: a value, None (it does not exist), or NOT_CACHED."""
        entry = self._entries.get(key)
        if entry is None or entry[0] < self._monotonic():
            return NOT_CACHED
        return entry[1]

    async def find(self, key: str) -> Value | None:
        """Return the value, or None if it does not exist. Concurrent calls for a key share one query."""
        cached = self.peek(key)
        if not isinstance(cached, NotCached):
            return cached
        loading = self._loading.get(key)
        if loading is None:
            self._changes.start()
            loading = asyncio.create_task(self._load(key))
            self._loading[key] = loading
            loading.add_done_callback(lambda done: self._loaded(key, done))
        return await asyncio.shield(loading)

    def invalidate(self, key: str | None = None) -> None:
        """Drop one value, or all. A value that is being loaded at this moment is not cached either."""
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
        seconds = SECONDS_LISTENING if self._changes.is_listening else SECONDS_NOT_LISTENING
        if value is None:
            seconds = min(seconds, SECONDS_ABSENT)
        self._entries[key] = (self._monotonic() + seconds, value)
