"""How far the marts are behind the lake."""

from datetime import datetime

from warehouse.builds.slices import BEFORE_ALL, pending
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts


def oldest_waiting(lake: Lake) -> datetime | None:
    """A time not later than the arrival of the oldest event that some mart lacks; None if none does.

    It is read from file statistics alone: cheap enough for each scrape of /metrics. A file that holds
    waiting and built events counts with its oldest, so compaction can make this look older than it is.
    """
    if not lake.events.exists():
        return None
    handle = lake.events.handle()
    held = lake.events.positions(handle=handle)
    behind = []
    for name in marts():
        table = mart_table(lake, name)
        built = table.positions() if table.exists() else {}
        behind += [bound.after for bound in pending(built, held).values()]
    if not behind:
        return None
    least = min(behind, default=BEFORE_ALL)
    waiting = [file for file in lake.events.files(handle) if file.stats["max.pos"] > least]
    return min((file.stats["min.received_at"] for file in waiting), default=None)


def watermark_age(lake: Lake, now: datetime) -> float:
    """Seconds that the oldest event not in every mart has waited; 0 when all are in."""
    oldest = oldest_waiting(lake)
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
