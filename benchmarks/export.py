"""A million raw events as a file, against DuckDB's own COPY of the same rows in the same process.

Waypost counts the rows, writes the file with every text cell neutralised and times as ISO 8601, and returns its bytes
in base64 as `export-csv` does. The reference is DuckDB's `COPY … TO` of the same columns, without any such processing.
Both are judged by CPU time, alternating, because other processes distort the wall-clock time, which is reported beside
it. Memory is the peak of the process during the export, above what it used when idle with the lake open; it is measured
before the first run of the reference. For jobs it is measured in a separate worker, above what that used before its
first export: one export after the other, and two at once, which is a worker's maximum.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pyarrow as pa

from api.domains.data_rights.exports.files import FileOnDisk
from api.domains.data_rights.exports.schemas import CsvFile
from benchmarks import dashboard_data as data
from benchmarks.export_worker import MIB, most_memory, worker_figures
from benchmarks.report import Aim, Figure, show
from warehouse.date_ranges import Range
from warehouse.exports.file_copy import FileFormat
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.raw_events import COLUMNS, RawEvents
from warehouse.reader import connect
from warehouse.schemas import EVENTS as KEPT_EVENTS

EVENTS = int(os.environ.get("BENCH_EXPORT_ROWS", "1000000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
ORG = "org_01"
KEPT = {*KEPT_EVENTS.names}
FORMATS: Mapping[FileFormat, str] = {"csv": "CSV", "parquet": "Parquet"}


def main() -> list[Figure]:
    """Load the events, export them, and print both costs."""
    with tempfile.TemporaryDirectory(prefix="waypost-bench-") as folder:
        lake = Lake(f"{folder}/lake", {})
        _load(lake)
        analytics = Analytics(lake)
        analytics.tables()
        try:
            figures = _measure(lake, analytics, Path(folder))
        finally:
            analytics.close()
        return [*figures, *worker_figures(Path(folder))]


def _measure(lake: Lake, analytics: Analytics, folder: Path) -> list[Figure]:
    wanted = RawEvents(
        ORG, Range(data.NOW - timedelta(days=400), data.NOW + timedelta(days=400)), (), True
    )
    rows = _export(analytics, wanted, "csv", rows_only=True)
    memory = {}
    for one in FORMATS:
        with most_memory() as most:
            _export(analytics, wanted, one)
        memory[one] = most[0] / MIB
    ours: dict[FileFormat, list[Spent]] = {one: [] for one in FORMATS}
    theirs: dict[FileFormat, list[Spent]] = {one: [] for one in FORMATS}
    for _ in range(ROUNDS):
        for one in FORMATS:
            theirs[one].append(_spent(partial(_reference, lake, folder, one)))
            ours[one].append(_spent(partial(_export, analytics, wanted, one)))
    aim = Aim("ratio", 2.0, "at most")
    figures = []
    for one, name in FORMATS.items():
        label = f"export of {rows:,} rows, {name}"
        clock, cpu = _medians(ours[one])
        their_clock, their_cpu = _medians(theirs[one])
        figures += [
            Figure(label, cpu, "s CPU", their_cpu, "DuckDB's COPY", aim),
            Figure(f"{label}: on the clock", clock, "s", their_clock, "DuckDB's COPY"),
            Figure(f"{label}: memory above idle", memory[one], "MiB", aim=Aim.at_most(300.0)),
        ]
    return figures


def _load(lake: Lake) -> None:
    table = lake.events.ensure()
    for rows in data.days(EVENTS):
        place = rows.schema.get_field_index("org_id")
        field = rows.schema.field(place)
        mine = rows.set_column(place, field, pa.array([ORG] * rows.num_rows, field.type))
        table.append(mine, {0: rows["pos"].to_numpy().max().item()})


def _export(
    analytics: Analytics, wanted: RawEvents, file_format: FileFormat, *, rows_only: bool = False
) -> int:
    rows = analytics.count_events(wanted, None if rows_only else EVENTS)
    if not rows_only:
        file = FileOnDisk()
        analytics.copy_events(wanted, str(file.path), file_format)
        answer = file.answer(CsvFile(file_name="events"))

        async def send() -> None:
            async for _ in answer.body_iterator:
                pass

        asyncio.run(send())
    return rows


def _reference(lake: Lake, folder: Path, file_format: FileFormat) -> None:
    target = folder / "reference"
    uris = [file.uri for file in lake.events.files()]
    with connect(lake) as connection:
        connection.execute(
            f"copy (select {', '.join(name for name in COLUMNS if name in KEPT)}"
            " from read_parquet($uris) where org_id = $org)"
            f" to '{target}' (format {file_format})",
            {"uris": uris, "org": ORG},
        )


class Spent(NamedTuple):
    """The seconds spent on some work."""

    clock: float
    cpu: float


def _spent(work: Callable[[], object]) -> Spent:
    clock, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - clock, time.process_time() - cpu)


def _medians(rounds: Sequence[Spent]) -> Spent:
    return Spent(median(one.clock for one in rounds), median(one.cpu for one in rounds))


if __name__ == "__main__":
    show(main())
