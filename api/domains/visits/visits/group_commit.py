"""Group commit for visitors' events: one INSERT for all events that arrive within the same few milliseconds.

A caller that adds events waits for the commit that contains them. If no group is being written, the next one starts in
the same iteration of the event loop. Otherwise events gather for at most MAX_WAIT before a second writer takes them. So
a single visitor waits for one commit only, and many visitors share commits.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

import psycopg
import structlog
from prometheus_client import Counter, Gauge, Histogram

from api.kit.database_errors import is_passing

MAX_WAIT = 0.005
MAX_GROUP = 1_000
MAX_WAITING = 20_000
MAX_WRITERS = 3
SECONDS_TO_WRITE = 10.0
RETRY_AFTER = 2
FAILING_SECONDS = 10.0

log = structlog.get_logger(__name__)

RECORDED = Counter("waypost_visitor_events_recorded", "Events of visitors that were committed")
FAILED = Counter("waypost_visitor_events_failed", "Events of visitors that could not be written")
TURNED_AWAY = Counter(
    "waypost_visitor_events_turned_away", "Events refused because too many were waiting"
)
WAITING = Gauge(
    "waypost_visitor_events_waiting",
    "Events waiting for their group",
    multiprocess_mode="livesum",
)
GROUP_SIZE = Histogram(
    "waypost_visitor_group_size",
    "Events of one group",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
GROUP_SECONDS = Histogram(
    "waypost_visitor_group_seconds",
    "Time to write and commit one group",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)

Item = TypeVar("Item")
Write = Callable[[Sequence[Item]], Awaitable[None]]


class NotRecorded(Exception):
    """The events may not have been written, so no response may state that they were."""


class TooManyWaiting(NotRecorded):
    """More events are waiting than can be written soon."""


class _Waiter(Generic[Item]):
    __slots__ = ("events", "written")

    def __init__(self, events: Sequence[Item], written: asyncio.Future[None]) -> None:
        self.events = events
        self.written = written


class GroupWriter(Generic[Item]):
    """Gathers the events of one process and writes them with `write`, which commits."""

    def __init__(
        self, write: Write[Item], monotonic: Callable[[], float], *, max_waiting: int = MAX_WAITING
    ) -> None:
        self._write = write
        self._monotonic = monotonic
        self._max_waiting = max_waiting
        self._waiters: list[_Waiter[Item]] = []
        self._events = 0
        self._writers: set[asyncio.Task[None]] = set()
        self._timer: asyncio.Handle | None = None
        self._failed_at: float | None = None

    async def add(self, events: Sequence[Item]) -> None:
        """Return when the events are committed. Raises NotRecorded."""
        if self._events + len(events) > self._max_waiting:
            TURNED_AWAY.inc(len(events))
            raise TooManyWaiting(f"{self._events} events are waiting")
        loop = asyncio.get_running_loop()
        written = loop.create_future()
        self._waiters.append(_Waiter(events, written))
        self._events += len(events)
        if self._timer is None:
            if not self._writers:
                self._timer = loop.call_soon(self._start)
            elif len(self._writers) < MAX_WRITERS:
                self._timer = loop.call_later(MAX_WAIT, self._start)
        await written

    def is_failing(self) -> bool:
        """Return whether the latest group failed a short while ago. Without new events, for instance when a load
        balancer has removed this process, it counts as recovered after a while.
        """
        failed_at = self._failed_at
        return failed_at is not None and self._monotonic() - failed_at < FAILING_SECONDS

    async def close(self) -> None:
        """Write the waiting events."""
        while self._waiters or self._writers:
            if not self._writers:
                self._start()
            if not self._writers:
                break
            await asyncio.wait(set(self._writers))

    def _start(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._drop_timed_out()
        if not self._waiters:
            return
        group = self._next_group()
        writer = asyncio.create_task(self._write_group(group))
        self._writers.add(writer)
        writer.add_done_callback(self._finished)

    def _next_group(self) -> list[_Waiter[Item]]:
        size = taken = 0
        for waiter in self._waiters:
            if size and size + len(waiter.events) > MAX_GROUP:
                break
            size += len(waiter.events)
            taken += 1
        group, self._waiters = self._waiters[:taken], self._waiters[taken:]
        self._events -= size
        WAITING.set(self._events)
        return group

    def _drop_timed_out(self) -> None:
        """Drop the events of callers that timed out, because the response was that nothing was recorded."""
        self._waiters = [waiter for waiter in self._waiters if not waiter.written.done()]
        self._events = sum(len(waiter.events) for waiter in self._waiters)

    def _finished(self, writer: asyncio.Task[None]) -> None:
        self._writers.discard(writer)
        if self._waiters:
            self._start()

    async def _write_group(self, group: list[_Waiter[Item]]) -> None:
        began = self._monotonic()
        events = [event for waiter in group for event in waiter.events]
        try:
            async with asyncio.timeout(SECONDS_TO_WRITE):
                await self._write(events)
        except psycopg.DataError as error:
            await self._write_singly(group, error)
        except Exception as error:
            self._fail(group, error)
        else:
            self._failed_at = None
            RECORDED.inc(len(events))
            GROUP_SIZE.observe(len(events))
            for waiter in group:
                if not waiter.written.done():
                    waiter.written.set_result(None)
        GROUP_SECONDS.observe(self._monotonic() - began)

    async def _write_singly(self, group: list[_Waiter[Item]], error: Exception) -> None:
        """Write events one by one, so that an event that Postgres refuses does not affect those of other visitors."""
        if len(group) == 1:
            self._fail(group, error)
            return
        for waiter in group:
            await self._write_group([waiter])

    def _fail(self, group: list[_Waiter[Item]], error: Exception) -> None:
        lost = sum(len(waiter.events) for waiter in group)
        FAILED.inc(lost)
        if is_passing(error) or isinstance(error, TimeoutError):
            self._failed_at = self._monotonic()
        log.error("visitor events were not written", events=lost, error=repr(error))
        for waiter in group:
            if not waiter.written.done():
                reason = NotRecorded("the events could not be written")
                reason.__cause__ = error
                waiter.written.set_exception(reason)
