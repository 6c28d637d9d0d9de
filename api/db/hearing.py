"""A cache beside a web process that the database itself keeps true: LISTEN tells what to drop.

While it hears nothing (Postgres restarts, the network breaks) entries live for a second only, so a
change is never missed for long.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar

import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool

Value = TypeVar("Value")
Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

SECONDS_HEARING = 30.0
SECONDS_DEAF = 1.0
SECONDS_UNKNOWN = 5.0

log = structlog.get_logger(__name__)


class Missing:
    """Nothing is known yet of a key; unlike None, which says that there is no such value."""


MISSING: Final = Missing()


class HeardCache(Generic[Value]):
    """Values by key; a notification on `channel` carries the key to drop, or nothing for all."""

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
        self._known: dict[str, tuple[float, Value | None]] = {}
        self._loading: dict[str, asyncio.Task[Value | None]] = {}
        self._changes = 0
        self._is_hearing = False
        self._listener: asyncio.Task[None] | None = None

    @property
    def is_hearing(self) -> bool:
        """Whether changes are being told of at this moment."""
        return self._is_hearing

    def start(self) -> None:
        """Begin to listen for changes."""
        self._listener = asyncio.create_task(self._listen(), name=f"{self._channel}-listener")

    async def stop(self) -> None:
        """Stop listening."""
        # Asked again until it is done: the pool's check() takes a cancellation for a broken connection.
        while self._listener is not None and not self._listener.done():
            self._listener.cancel()
            await asyncio.wait({self._listener}, timeout=0.2)

    def peek(self, key: str) -> Value | Missing | None:
        """What is known without asking: a value, None (there is none), or MISSING."""
        entry = self._known.get(key)
        if entry is None or entry[0] < self._monotonic():
            return MISSING
        return entry[1]

    async def find(self, key: str) -> Value | None:
        """The value, or None when there is none. Many who ask at once cause one question."""
        known = self.peek(key)
        if not isinstance(known, Missing):
            return known
        loading = self._loading.get(key)
        if loading is None:
            loading = asyncio.create_task(self._load(key))
            self._loading[key] = loading
            loading.add_done_callback(lambda done: self._loaded(key, done))
        return await asyncio.shield(loading)

    def forget(self, key: str | None = None) -> None:
        """Drop one value, or all. Whoever asks from now on does not get what is being loaded either."""
        self._changes += 1
        if key is None:
            self._known.clear()
            self._loading.clear()
        else:
            self._known.pop(key, None)
            self._loading.pop(key, None)

    def _loaded(self, key: str, task: "asyncio.Task[Value | None]") -> None:
        if self._loading.get(key) is task:
            del self._loading[key]

    async def _load(self, key: str) -> Value | None:
        changes = self._changes
        value = await self._load_value(key)
        if changes == self._changes:
            self._keep(key, value)
        return value

    def _keep(self, key: str, value: Value | None) -> None:
        if len(self._known) >= self._max_entries:
            for oldest in list(self._known)[: self._max_entries // 10 + 1]:
                del self._known[oldest]
        seconds = SECONDS_HEARING if self._is_hearing else SECONDS_DEAF
        if value is None:
            seconds = min(seconds, SECONDS_UNKNOWN)
        self._known[key] = (self._monotonic() + seconds, value)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (psycopg.Error, OSError) as error:
                log.warning("changes are not heard", channel=self._channel, error=str(error))
            self._is_hearing = False
            self.forget()
            await asyncio.sleep(SECONDS_DEAF)

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
            self.forget()
            self._is_hearing = True
            async for change in connection.notifies():
                self.forget(change.payload or None)
