"""People of 90 days and of all time: bitmaps of days united, beside sketches and beside `count(distinct)`.

`SIZE` events (50,000,000 by default), 111,111 per day as in `benchmarks.warehouse_data`: on each day some visitors come
for the first time, with the next numbers, and others return, mostly soon. All three store the same visitors per day: a
Roaring bitmap, a DataSketches HLL (lgK 12, which the roll-up used before), and rows in Parquet that DuckDB counts.
Complete answers are measured by `benchmarks.warehouse`.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import datasketches
import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.report import Aim, Figure, percentile
from warehouse.bitmaps import bitmap_from, pack, unite

SIZE = int(os.environ.get("SIZE", "50000000"))
EVENTS_A_DAY = 111_111
NEW, BACK = 0.115, 0.5
"""As shares of a day's events: visitors who come for the first time, and those who return."""
DAYS_UNTIL_BACK = 20
TRIES = 20
LG_K = 12

Numbers = NDArray[np.int32]


def main() -> list[Figure]:
    """Generate the days, unite them in three ways and compare."""
    days = list(_days(max(SIZE // EVENTS_A_DAY, 1)))
    bitmaps = [pack(bitmap_from(numbers)) for numbers in days]
    sketches = [_sketch_of(numbers) for numbers in days]
    figures = [
        Figure(
            "a day's people as a bitmap",
            sum(map(len, bitmaps)) / len(days) / 1_000,
            "kB",
            sum(map(len, sketches)) / len(days) / 1_000,
            "as a sketch",
        )
    ]
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as connection:
        connection.execute("set threads = 2")
        path = Path(folder) / "people.parquet"
        pq.write_table(_table(days), path)
        for name, first in (("90 days", max(len(days) - 90, 0)), ("all time", 0)):
            figures += _compared(name, bitmaps[first:], sketches[first:], connection, path, first)
    return figures


def _compared(
    name: str,
    bitmaps: list[bytes],
    sketches: list[bytes],
    connection: duckdb.DuckDBPyConnection,
    path: Path,
    first: int,
) -> Iterator[Figure]:
    statement = f"select count(distinct number) from '{path}' where day >= {first}"
    united, people = _timed(lambda: len(unite(bitmaps)))
    estimating, estimate = _timed(lambda: _estimate(sketches))
    counting, counted = _timed(lambda: connection.execute(statement).fetchall()[0][0])
    if people != counted:
        raise AssertionError(f"{people} people by bitmaps, {counted} counted")
    print(f"{name}: {people:,} people of {len(bitmaps)} days; sketches say {estimate:,}")
    yield Figure(
        f"people of {name} by bitmaps, p95",
        united,
        "ms",
        counting,
        "count(distinct)",
        Aim.at_most(200),
    )
    yield Figure(f"people of {name} by bitmaps, p95", united, "ms", estimating, "sketches")
    error = abs(estimate - people) / people
    yield Figure(f"error of people of {name}, by bitmaps", 0.0, "%", 100 * error, "by sketches")


def _days(count: int) -> Iterator[Numbers]:
    """Yield the visitors of each day."""
    rng = np.random.default_rng(7)
    new, back = int(EVENTS_A_DAY * NEW), int(EVENTS_A_DAY * BACK)
    for day in range(count):
        known = day * new
        fresh = np.arange(known, known + new, dtype=np.int32)
        since = rng.exponential(DAYS_UNTIL_BACK * new, back).astype(np.int64)
        again = (known - 1 - since)[since < known].astype(np.int32)
        yield np.unique(np.concatenate([fresh, again]))


def _table(days: list[Numbers]) -> pa.Table:
    spelled = [np.full(len(numbers), day, np.int32) for day, numbers in enumerate(days)]
    return pa.table({"day": np.concatenate(spelled), "number": np.concatenate(days)})


def _sketch_of(numbers: Numbers) -> bytes:
    sketch = datasketches.hll_sketch(LG_K, datasketches.HLL_4)
    for number in numbers.tolist():
        sketch.update(number)
    return bytes(sketch.serialize_compact())


def _estimate(blobs: list[bytes]) -> int:
    union = datasketches.hll_union(LG_K)
    for blob in blobs:
        union.update(datasketches.hll_sketch.deserialize(blob))
    return round(union.get_estimate())


def _timed(work: Callable[[], int]) -> tuple[float, int]:
    """Return the 95th percentile in milliseconds after a warm-up, and the result of the work."""
    found = work()
    spent = []
    for _ in range(TRIES):
        began = time.perf_counter()
        work()
        spent.append((time.perf_counter() - began) * 1_000)
    return percentile(spent, 0.95), found
