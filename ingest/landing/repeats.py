"""Which scans repeat an earlier one: the same visitor opened the same code within 30 minutes.

The answer for an event depends only on the events before it in its Kafka partition, so it is the same
whenever and wherever the event lands. A code's events share a partition (the key is the code), and a
lander that starts reads back from the lake what it needs to remember.

Repeats are counted from scan to scan: one every 20 minutes all day is one visit. An event that comes
late is a repeat when it lies within 30 minutes of the newest scan known, before or after: one of the
two was counted already. Who was last seen an hour before the newest arrival is forgotten. What that
leaves wrong of late events, the night corrects by time (`warehouse/builds/repeats.py`).
"""

from collections.abc import Iterable
from datetime import datetime

GAP_SECONDS = 30 * 60
MEMORY_SECONDS = 60 * 60
MAX_REMEMBERED = 1_000_000
"""About 150 MB. With more visitors an hour than this, the longest unseen are forgotten sooner."""


class Repeats:
    """What one Kafka partition's newest scans were."""

    def __init__(self, max_remembered: int = MAX_REMEMBERED) -> None:
        self._last: dict[int, float] = {}
        self._newest = 0.0
        self._swept = 0.0
        self._max = max_remembered

    def is_repeat(
        self, code_id: str | None, visitor_id: str | None, occurred: datetime, received: datetime
    ) -> bool:
        """Whether this scan repeats one; it is remembered either way."""
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

    def remember(self, scans: Iterable[tuple[str, str, datetime]], newest: datetime) -> None:
        """Take in scans (code, visitor, occurred) that landed already, in any order."""
        self._newest = max(self._newest, newest.timestamp())
        for code_id, visitor_id, occurred in scans:
            key, at = hash((code_id, visitor_id)), occurred.timestamp()
            self._last[key] = max(at, self._last.get(key, at))

    def _sweep(self, horizon: float) -> None:
        self._swept = self._newest
        kept = {key: at for key, at in self._last.items() if at >= horizon}
        if len(kept) > self._max:
            newest = sorted(kept.items(), key=lambda item: item[1])[-self._max // 2 :]
            kept = dict(newest)
        self._last = kept
