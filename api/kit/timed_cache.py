"""A value that is computed at most once per period, whatever the number of callers."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class TimedCache(Generic[Value]):
    """Caches a value for some seconds. Concurrent callers wait for one computation."""

    def __init__(self, seconds: float, timer: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._timer = timer
        self._lock = Lock()
        self._kept: tuple[float, Value] | None = None

    def get(self, work_out: Callable[[], Value]) -> Value:
        """Return the value, which is computed again if it is older than the time to live. Errors are not cached."""
        with self._lock:
            if self._kept is None or self._timer() - self._kept[0] >= self._seconds:
                value = work_out()
                self._kept = (self._timer(), value)
            return self._kept[1]
