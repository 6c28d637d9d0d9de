"""Limits wrong passwords within 15 minutes to ten per email address and machine, and to fifty per machine."""

import time

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

PER_PERSON = parse("10 per 15 minutes")
PER_MACHINE = parse("50 per 15 minutes")


class WrongLogins:
    """Counts failed logins."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def wait_seconds(self, machine: str, email: str) -> int:
        """Return the seconds to wait before the next attempt, or 0 if it is allowed now."""
        for limit, key in self._keys(machine, email):
            if not self._limiter.test(limit, *key):
                stats = self._limiter.get_window_stats(limit, *key)
                return max(1, int(stats.reset_time - time.time()) + 1)
        return 0

    def count(self, machine: str, email: str) -> None:
        """Record a failed login."""
        for limit, key in self._keys(machine, email):
            self._limiter.hit(limit, *key)

    @staticmethod
    def _keys(machine: str, email: str) -> list[tuple[RateLimitItem, tuple[str, ...]]]:
        return [
            (PER_PERSON, ("person", machine, email.strip().lower())),
            (PER_MACHINE, ("machine", machine)),
        ]
