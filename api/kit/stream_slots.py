"""Limits on open streams, per client and per process."""

import itertools
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from threading import Lock

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from api.kit.errors import TooMany
from api.kit.live import HEADERS, MEDIA_TYPE

SPARE_SECONDS = 60.0


class TooManyStreams(TooMany):
    code = "too_many_streams"
    message = "Too many live views are open. Close one, or try again in a minute."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "60"})


class StreamSlots:
    """Counts open streams, per client and in total. A slot that is not released expires."""

    def __init__(
        self,
        per_client: int,
        in_all: int,
        refusal: Callable[[], TooMany] = TooManyStreams,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._per_client = per_client
        self._in_all = in_all
        self._refusal = refusal
        self._monotonic = monotonic
        self._open: dict[int, tuple[str, float]] = {}
        self._numbers = itertools.count()
        self._lock = Lock()

    def acquire(self, client: str, seconds: float) -> Callable[[], None]:
        """Acquire a slot that expires after `seconds`, and return a function that releases it, which may be called
        twice.

        Raises:
            TooMany: all slots of the client, or all slots, are in use.
        """
        now = self._monotonic()
        with self._lock:
            self._open = {number: slot for number, slot in self._open.items() if slot[1] > now}
            open_streams = Counter(client for client, _ in self._open.values())
            if open_streams[client] >= self._per_client or open_streams.total() >= self._in_all:
                raise self._refusal()
            number = next(self._numbers)
            self._open[number] = (client, now + seconds + SPARE_SECONDS)
        return lambda: self._release(number)

    def _release(self, number: int) -> None:
        with self._lock:
            self._open.pop(number, None)


class LimitedStream(StreamingResponse):
    """Streams events, and releases its slot when the stream ends for any reason."""

    def __init__(self, events: AsyncIterator[bytes], release: Callable[[], None]) -> None:
        super().__init__(events, media_type=MEDIA_TYPE, headers=HEADERS)
        self._release_slot = release

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._release_slot()
