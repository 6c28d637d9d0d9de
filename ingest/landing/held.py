"""What the lake holds already: positions, and the newest scans of a Kafka partition."""

from datetime import timedelta

import pyarrow as pa
import pyarrow.compute as pc

from ingest.landing.repeats import MEMORY_SECONDS, Repeats
from warehouse.lake import LakeTable

_COLUMNS = ["partition", "type", "code_id", "visitor_id", "occurred_at", "received_at"]


def newest_scans(events: LakeTable, partitions: set[int]) -> dict[int, Repeats]:
    """A memory of repeats for each partition, as if it had seen all that landed."""
    memories = {partition: Repeats() for partition in partitions}
    handle = events.handle()
    files = events.files(handle)
    if not files:
        return memories
    newest = max(file.stats["max.received_at"] for file in files)
    # A partition that was quiet for a day has nothing left to remember.
    since = newest - timedelta(days=1)
    table = handle.to_pyarrow_table(
        columns=_COLUMNS,
        filters=[
            ("day", ">=", since.date()),
            ("received_at", ">=", since),
            ("partition", "in", sorted(partitions)),
        ],
    )
    for partition, memory in memories.items():
        own = table.filter(pc.equal(table["partition"], partition))
        if own.num_rows:
            _remember(memory, own)
    return memories


def ids_beyond(events: LakeTable, pos: int) -> dict[int, str]:
    """Event ids that landed with a position beyond this one."""
    if max(events.positions().values(), default=0) <= pos:
        return {}
    table = events.handle().to_pyarrow_table(
        columns=["pos", "event_id"], filters=[("pos", ">", pos)]
    )
    columns = (table[name].to_pylist() for name in ("pos", "event_id"))
    return dict(zip(*columns, strict=True))


def _remember(memory: Repeats, own: pa.Table) -> None:
    newest = pc.max(own["received_at"]).as_py()
    horizon = newest - timedelta(seconds=MEMORY_SECONDS)
    scans = own.filter(
        pc.and_(
            pc.and_(pc.equal(own["type"], "scan"), pc.is_valid(own["visitor_id"])),
            pc.greater_equal(own["occurred_at"], pa.scalar(horizon)),
        )
    )
    columns = (scans[name].to_pylist() for name in ("code_id", "visitor_id", "occurred_at"))
    memory.remember(zip(*columns, strict=True), newest)
