"""One value that is worked out at most once in a while, however many ask for it."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class TimedCache(Generic[Value]):
    """Keeps a value for some seconds. Callers who come while it is worked out wait for that one."""

    def __init__(self, seconds: float, timer: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._timer = timer
        self._lock = Lock()
        self._kept: tuple[float, Value] | None = None

    def get(self, work_out: Callable[[], Value]) -> Value:
        """The value, worked out anew when the one kept is older than that. Errors are not kept."""
        with self._lock:
            if self._kept is None or self._timer() - self._kept[0] >= self._seconds:
                value = work_out()
                self._kept = (self._timer(), value)
            return self._kept[1]
