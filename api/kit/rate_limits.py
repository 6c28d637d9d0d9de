"""Rate limits, counted in this process."""

import time
from collections.abc import Callable

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from api.kit.errors import TooMany

WRONG_CREDENTIALS = parse("100 per 10 minutes")


class RateLimits:
    """Counts by limit and identifiers. Each web process counts on its own."""

    def __init__(self, wall_clock: Callable[[], float] = time.time) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._wall_clock = wall_clock

    def hit(
        self, limit: RateLimitItem, *identifiers: str, message: str | None = None, cost: int = 1
    ) -> None:
        """Count `cost` uses; raises TooMany with Retry-After when the limit is exceeded."""
        if not self._limiter.hit(limit, *identifiers, cost=cost):
            resets_at, _ = self._limiter.get_window_stats(limit, *identifiers)
            seconds = max(1, int(resets_at - self._wall_clock()) + 1)
            raise TooMany(message, headers={"Retry-After": str(seconds)})
