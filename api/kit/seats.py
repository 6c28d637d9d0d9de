"""Streams that stay open, bounded for each caller and for the process."""

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


class Seats:
    """How many streams are open, for each holder and in all. A seat that was not given back ends by itself."""

    def __init__(
        self,
        of_holder: int,
        in_all: int,
        refusal: Callable[[], TooMany] = TooManyStreams,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._of_holder = of_holder
        self._in_all = in_all
        self._refusal = refusal
        self._monotonic = monotonic
        self._taken: dict[int, tuple[str, float]] = {}
        self._numbers = itertools.count()
        self._lock = Lock()

    def take(self, holder: str, seconds: float) -> Callable[[], None]:
        """Take a seat for so long; what is given frees it, and may be called twice.

        Raises:
            TooMany: the holder's seats, or all, are taken.
        """
        now = self._monotonic()
        with self._lock:
            self._taken = {number: taken for number, taken in self._taken.items() if taken[1] > now}
            held = Counter(holder for holder, _ in self._taken.values())
            if held[holder] >= self._of_holder or held.total() >= self._in_all:
                raise self._refusal()
            number = next(self._numbers)
            self._taken[number] = (holder, now + seconds + SPARE_SECONDS)
        return lambda: self._give_back(number)

    def _give_back(self, number: int) -> None:
        with self._lock:
            self._taken.pop(number, None)


class SeatedStream(StreamingResponse):
    """Events for as long as the seat is taken; it is free when the stream ends, however it ends."""

    def __init__(self, events: AsyncIterator[bytes], leave: Callable[[], None]) -> None:
        super().__init__(events, media_type=MEDIA_TYPE, headers=HEADERS)
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()
