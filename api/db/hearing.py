"""A cache beside a web process that the database itself keeps true: LISTEN tells what to drop.

While it hears nothing (Postgres restarts, the network breaks) entries live for a second only, so a
change is never missed for long.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool

Value = TypeVar("Value")
Pool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]

SECONDS_HEARING = 60.0
SECONDS_DEAF = 1.0
SECONDS_UNKNOWN = 10.0

log = structlog.get_logger(__name__)


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

    async def find(self, key: str) -> Value | None:
        """The value, or None when there is none. Many who ask at once cause one question."""
        entry = self._known.get(key)
        if entry is not None and entry[0] >= self._monotonic():
            return entry[1]
        loading = self._loading.get(key)
        if loading is None:
            loading = asyncio.create_task(self._load(key))
            self._loading[key] = loading
            loading.add_done_callback(lambda _: self._loading.pop(key, None))
        return await asyncio.shield(loading)

    def forget(self, key: str | None = None) -> None:
        """Drop one value, or all."""
        self._changes += 1
        if key is None:
            self._known.clear()
        else:
            self._known.pop(key, None)
            self._loading.pop(key, None)

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
            await self._pool.check()
            self.forget()
            self._is_hearing = True
            async for change in connection.notifies():
                self.forget(change.payload or None)
