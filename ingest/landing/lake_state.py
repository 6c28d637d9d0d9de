"""The state that the lander reads back from the lake when it starts: event IDs and the newest scans of a partition."""

from datetime import timedelta

import pyarrow as pa
import pyarrow.compute as pc

from ingest.landing.repeats import MEMORY_SECONDS, Repeats
from warehouse.lake import LakeTable

_COLUMNS = ["partition", "type", "code_id", "visitor_id", "occurred_at", "received_at"]


def load_repeats(events: LakeTable, partitions: set[int]) -> dict[int, Repeats]:
    """Return the `Repeats` of each partition, rebuilt from the scans that landed."""
    by_partition = {partition: Repeats() for partition in partitions}
    handle = events.handle()
    files = events.files(handle)
    if not files:
        return by_partition
    newest = max(file.stats["max.received_at"] for file in files)
    # A partition that had no events for a day has no repeats left.
    since = newest - timedelta(days=1)
    table = handle.to_pyarrow_table(
        columns=_COLUMNS,
        filters=[
            ("day", ">=", since.date()),
            ("received_at", ">=", since),
            ("partition", "in", sorted(partitions)),
        ],
    )
    for partition, repeats in by_partition.items():
        own = table.filter(pc.equal(table["partition"], partition))
        if own.num_rows:
            _restore(repeats, own)
    return by_partition


def ids_beyond(events: LakeTable, pos: int) -> dict[int, str]:
    """Return the event IDs by position, for all positions above `pos`."""
    if max(events.positions().values(), default=0) <= pos:
        return {}
    table = events.handle().to_pyarrow_table(
        columns=["pos", "event_id"], filters=[("pos", ">", pos)]
    )
    columns = (table[name].to_pylist() for name in ("pos", "event_id"))
    return dict(zip(*columns, strict=True))


def _restore(repeats: Repeats, own: pa.Table) -> None:
    newest = pc.max(own["received_at"]).as_py()
    horizon = newest - timedelta(seconds=MEMORY_SECONDS)
    scans = own.filter(
        pc.and_(
            pc.and_(pc.equal(own["type"], "scan"), pc.is_valid(own["visitor_id"])),
            pc.greater_equal(own["occurred_at"], pa.scalar(horizon)),
        )
    )
    columns = (scans[name].to_pylist() for name in ("code_id", "visitor_id", "occurred_at"))
    repeats.add(zip(*columns, strict=True), newest)
