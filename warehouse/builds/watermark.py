"""The lag of the marts behind the lake."""

from datetime import date, datetime

from warehouse.builds.slices import pending
from warehouse.builds.tables import mart_table
from warehouse.datasets import dataset_of
from warehouse.lake import Lake
from warehouse.models.catalogue import marts


def waiting_by_day(lake: Lake) -> dict[date, datetime]:
    """Return the arrival days that have events which some mart lacks, each with the arrival of the oldest such event.

    Positions and times are read only from files that may contain such an event.
    """
    import pyarrow.compute as pc

    if not lake.events.exists():
        return {}
    handle = lake.events.handle()
    held = lake.events.positions(handle=handle)
    behind: dict[int, int] = {}
    for name in marts():
        table = mart_table(lake, name)
        for partition, bound in pending(table.positions() if table.exists() else {}, held).items():
            behind[partition] = min(bound.after, behind.get(partition, bound.after))
    oldest: dict[date, datetime] = {}
    for partition, after in behind.items():
        lacking = (pc.field("partition") == partition) & (pc.field("pos") > after)
        scanner = dataset_of(lake.events, handle).scanner(["day", "received_at"], filter=lacking)
        found = scanner.to_table().group_by("day").aggregate([("received_at", "min")])
        for row in found.to_pylist():
            known = oldest.get(row["day"], row["received_at_min"])
            oldest[row["day"]] = min(known, row["received_at_min"])
    return oldest


def watermark_age(lake: Lake, now: datetime) -> float:
    """Return for how many seconds the oldest event that some mart lacks has waited, or 0 if all events are in the
    marts.
    """
    oldest = min(waiting_by_day(lake).values(), default=None)
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0
