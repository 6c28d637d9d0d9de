"""Prevents a single address from filling the event stream. Counts are kept only until the window ends."""

from collections.abc import Callable

from api.kit.addresses import network_of

WINDOW_SECONDS = 10.0
VISITS_PER_WINDOW = 3_000
"""A stadium behind one address stays below this limit; a script that wants to inflate numbers does not."""
MAX_ADDRESSES = 100_000
BURST = 30
"""Openings in one window by one agent from one address. More are only a signal, because a crowd may cause them too."""


class FloodGuard:
    """Counts visits per address in fixed windows, in memory."""

    def __init__(self, monotonic: Callable[[], float], limit: int = VISITS_PER_WINDOW) -> None:
        self._monotonic = monotonic
        self._limit = limit
        self._ends_at = 0.0
        self._visits: dict[str, int] = {}
        self._agents: dict[int, int] = {}

    def admits(self, address: str) -> bool:
        """Count one visit from the address, and return False if the address has used up its share of this window."""
        now = self._monotonic()
        if now >= self._ends_at or len(self._visits) > MAX_ADDRESSES:
            self._visits.clear()
            self._agents.clear()
            self._ends_at = now + WINDOW_SECONDS
        key = network_of(address)
        visits = self._visits.get(key, 0) + 1
        self._visits[key] = visits
        return visits <= self._limit

    def is_burst(self, address: str, agent: str) -> bool:
        """Count one opening by this agent, and return True if there are many in this window. Called after `admits`."""
        key = hash((address, agent))
        openings = self._agents.get(key, 0) + 1
        self._agents[key] = openings
        return openings > BURST
