"""How fast events are landed in the lake, and how fast the marts are built from them.

`LOAD_DAYS` (6) days of 111,111 events of 50 organisations each, as in `benchmarks.warehouse`: each day is landed as one
commit, then one incremental build updates every mart. The references do the minimum that any such store must do, in the
same run: DuckDB writes the same rows to Parquet files, and counts them once by quarter of an hour, code and each
dimension of the dashboard.

`rebuild_all` counts every mart again from the landed events. The times for `SIZE` (50,000,000) events are computed from
these rates, not measured: the cost of a day does not depend on the days before it, except for the known visitors.
"""

import os
import tempfile
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

import duckdb
import pyarrow as pa

from benchmarks import dashboard_data as data
from benchmarks.dashboard import CARDS
from benchmarks.dashboard_data import reached
from benchmarks.report import Figure, show
from benchmarks.warehouse_data import EVENTS_A_DAY, Cost
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts
from warehouse.builds.rebuild import rebuild_all
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import marts
from warehouse.queries.language import Dimension
from warehouse.serving.writer import write_copy

DAYS = int(os.environ.get("LOAD_DAYS", "6"))
SIZE = int(os.environ.get("SIZE", "50000000"))


def _copy(rows: pa.Table, path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"copy (from rows order by org_id, pos) to '{path}' (format parquet)")


def _count(folder: Path) -> None:
    """Count each event once into partial sums by quarter of an hour, code and dimension."""
    with duckdb.connect() as connection:
        connection.execute("set threads = 2")
        for dimension in CARDS:
            column = "code_id" if dimension is Dimension.CODE else dimension.value
            connection.execute(
                "create or replace temp table sums as "
                "select org_id, time_bucket(interval 15 minutes, occurred_at) as bucket, code_id, "
                f"{column} as value, count(*) as events, "
                "approx_count_distinct(visitor_id) as people "
                f"from '{folder}/*.parquet' group by all"
            )


def bytes_of_an_event(lake: Lake, events: int) -> dict[str, float]:
    """Return the bytes that an event takes on disk after maintenance has joined and sorted its files."""
    compact_events(lake)
    compact_marts(lake)
    write_copy(lake, datetime.now(UTC))
    parts = {
        "the events": _live_bytes(lake.events),
        f"all {len(marts())} marts": sum(_live_bytes(mart_table(lake, mart)) for mart in marts()),
        "the serving copy": sum(
            path.stat().st_size for path in (Path(lake.root) / "serving").rglob("*")
        ),
    }
    return {what: size / events for what, size in parts.items()}


def _live_bytes(table: LakeTable) -> int:
    return sum(Path(file.uri).stat().st_size for file in table.files()) if table.exists() else 0


def main() -> list[Figure]:
    """Land, build and rebuild, each beside its reference."""
    land = copied = Cost()
    events = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lake = Lake(str(folder / "lake"))
        table = lake.events.ensure()
        for arrived in islice(data.days(EVENTS_A_DAY * data.DAYS), DAYS):
            land += Cost.of(partial(table.append, arrived, reached(arrived)))
            copied += Cost.of(partial(_copy, arrived, folder / f"{events}.parquet"))
            events += arrived.num_rows
        built = Cost.of(lambda: build_activity(lake, data.zones()))
        rebuilt = Cost.of(lambda: rebuild_all(lake, data.zones()))
        counted = Cost.of(lambda: _count(folder))
        sizes = bytes_of_an_event(lake, events)
    figures = [Figure(f"an event in {what}", size, "bytes") for what, size in sizes.items()]
    for name, ours, reference, what in (
        ("landed", land, copied, "DuckDB COPY to Parquet"),
        (f"into all {len(marts())} marts", built, counted, "DuckDB, seven sums"),
        (f"all {len(marts())} marts again", rebuilt, counted, "DuckDB, seven sums"),
    ):
        figures += [
            Figure(
                f"{events:,} events {name}",
                events / ours.wall,
                "events/s",
                events / reference.wall,
                what,
            ),
            Figure(
                f"  by processor time, {name}",
                events / ours.cpu,
                "events/s",
                events / reference.cpu,
                what,
            ),
            Figure(f"  {SIZE:,} at this pace, {name}", SIZE * ours.wall / events / 60, "min"),
        ]
    return figures


if __name__ == "__main__":
    show(main())
