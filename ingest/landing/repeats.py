"""Repeat detection: a scan repeats an earlier one of the same visitor and code within 30 minutes.

The result depends only on the earlier events of the Kafka partition, so it is the same whenever and wherever the event
lands. All events of a code share a partition (the key is the code), and a lander rebuilds its state from the lake when
it starts.

The 30 minutes count from scan to scan: a scan every 20 minutes all day is one visit. A late event is a repeat if it is
within 30 minutes of the newest known scan, before or after it, because one of the two was already counted. Entries are
dropped an hour after the newest arrival. A nightly task corrects the verdicts that this gets wrong for late events
(`warehouse/builds/repeats.py`).
"""

from collections.abc import Iterable
from datetime import datetime

GAP_SECONDS = 30 * 60
MEMORY_SECONDS = 60 * 60
MAX_ENTRIES = 1_000_000
"""About 150 MB. If there are more visitors in an hour, the oldest entries are dropped earlier."""


class Repeats:
    """The newest scan by code and visitor in one Kafka partition."""

    def __init__(self, max_entries: int = MAX_ENTRIES) -> None:
        self._last: dict[int, float] = {}
        self._newest = 0.0
        self._swept = 0.0
        self._max = max_entries

    def is_repeat(
        self, code_id: str | None, visitor_id: str | None, occurred: datetime, received: datetime
    ) -> bool:
        """Return whether this scan is a repeat, and record it."""
        at = occurred.timestamp()
        self._newest = max(self._newest, received.timestamp())
        if visitor_id is None:
            return False
        key = hash((code_id, visitor_id))
        horizon = self._newest - MEMORY_SECONDS
        last = self._last.get(key)
        known = last is not None and last >= horizon
        if at >= horizon:
            self._last[key] = max(at, last) if known and last is not None else at
        if len(self._last) > self._max or self._newest - self._swept > MEMORY_SECONDS:
            self._sweep(horizon)
        return known and last is not None and abs(at - last) <= GAP_SECONDS

    def add(self, scans: Iterable[tuple[str, str, datetime]], newest: datetime) -> None:
        """Add scans (code, visitor, occurred) that have already landed, in any order."""
        self._newest = max(self._newest, newest.timestamp())
        for code_id, visitor_id, occurred in scans:
            key, at = hash((code_id, visitor_id)), occurred.timestamp()
            self._last[key] = max(at, self._last.get(key, at))

    def _sweep(self, horizon: float) -> None:
        self._swept = self._newest
        recent = {key: at for key, at in self._last.items() if at >= horizon}
        if len(recent) > self._max:
            newest = sorted(recent.items(), key=lambda item: item[1])[-self._max // 2 :]
            recent = dict(newest)
        self._last = recent
