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
    """Counts of fixed windows, in memory.

    That of the library starts a thread up to a hundred times a second, which looks at every key: with tens of
    thousands of visitors that is most of what a process does. Here windows that are over go when there are twice as
    many as after the last time.
    """

    STORAGE_SCHEME = None

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._windows: dict[str, tuple[int, float]] = {}
        """Count and end, by key."""
        self._sweep_at = FIRST_SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a failing storage would raise."""
        return ValueError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count, and begin a window of `expiry` seconds if none is open; how many there are in it now."""
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
        """How many there are in the open window."""
        count, ends = self._windows.get(key, (0, 0.0))
        return count if ends > time.time() else 0

    def get_expiry(self, key: str) -> float:
        """When the window ends; now, if none is open."""
        _, ends = self._windows.get(key, (0, 0.0))
        return max(ends, time.time())

    def check(self) -> bool:
        """It is always there."""
        return True

    def reset(self) -> int:
        """Forget everything; how many windows that were."""
        with self._lock:
            count = len(self._windows)
            self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        """Forget one window."""
        with self._lock:
            self._windows.pop(key, None)

    def _sweep(self, now: float) -> None:
        self._windows = {key: it for key, it in self._windows.items() if it[1] > now}
        self._sweep_at = max(FIRST_SWEEP, 2 * len(self._windows))


class RateLimits:
    """Counts by limit and identifiers. Each web process counts on its own."""

    def __init__(self, wall_clock: Callable[[], float] = time.time) -> None:
        self._limiter = FixedWindowRateLimiter(WindowStorage())
        self._wall_clock = wall_clock

    def hit(
        self, limit: RateLimitItem, *identifiers: str, message: str | None = None, cost: int = 1
    ) -> None:
        """Count `cost` uses; raises TooMany with Retry-After when the limit is exceeded."""
        if not self._limiter.hit(limit, *identifiers, cost=cost):
            resets_at, _ = self._limiter.get_window_stats(limit, *identifiers)
            seconds = max(1, int(resets_at - self._wall_clock()) + 1)
            raise TooMany(message, headers={"Retry-After": str(seconds)})
