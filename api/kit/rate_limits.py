"""Rate limits, counted in this process."""

import threading
import time
from collections.abc import Callable

from limits import RateLimitItem, parse
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from api.kit.errors import TooMany

WRONG_CREDENTIALS = parse("100 per 10 minutes")
FIRST_SWEEP = 10_000


class WindowStorage(Storage):
    """In-memory counts of fixed windows.

    The library's own storage starts a thread up to a hundred times a second that checks every key. With tens of
    thousands of visitors, this is most of a process's work. Here, expired windows are removed when there are twice as
    many as after the last removal.
    """

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[int, float]] = {}
        """Count and end time, by key."""
        self._sweep_at = FIRST_SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        """Return the type of exception that a failing storage would raise."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Increment the count and return it. Starts a window of `expiry` seconds if none is open."""
        now = time.time()
        with self._lock:
            count, ends = self._windows.get(key, (0, 0.0))
            if ends <= now:
                count, ends = 0, now + expiry
                if len(self._windows) >= self._sweep_at:
                    self._sweep(now)
            self._windows[key] = (count + amount, ends)
            return count + amount

    def get(self, key: str) -> int:
        """Return the count in the open window."""
        count, ends = self._windows.get(key, (0, 0.0))
        return count if ends > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """Return the end time of the window, or the current time if none is open."""
        _, ends = self._windows.get(key, (0, 0.0))
        return max(ends, time.time())

    def check(self) -> bool:
        """Return True, because the memory is always available."""
        return True

    def reset(self) -> int:
        """Delete all windows, and return how many there were."""
        with self._lock:
            count = len(self._windows)
            self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        """Delete one window."""
        with self._lock:
            self._windows.pop(key, None)

    def _sweep(self, now: float) -> None:
        self._windows = {key: it for key, it in self._windows.items() if it[1] > now}
        self._sweep_at = max(FIRST_SWEEP, 2 * len(self._windows))


class RateLimits:
    """Counts by limit and identifiers. Each web process counts separately."""

    def __init__(self, wall_clock: Callable[[], float] = time.time) -> None:
        self._limiter = FixedWindowRateLimiter(WindowStorage())
        self._wall_clock = wall_clock

    def hit(
        self, limit: RateLimitItem, *identifiers: str, message: str | None = None, cost: int = 1
    ) -> None:
        """Count `cost` uses. Raises TooMany with Retry-After if the limit is exceeded."""
        if not self._limiter.hit(limit, *identifiers, cost=cost):
            resets_at, _ = self._limiter.get_window_stats(limit, *identifiers)
            seconds = max(1, int(resets_at - self._wall_clock()) + 1)
            raise TooMany(message, headers={"Retry-After": str(seconds)})
