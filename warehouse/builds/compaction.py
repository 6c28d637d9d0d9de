"""Compaction, which sums partial rows of one key and joins small files into few sorted ones.

The result replaces its source in a single commit and keeps positions, so sums, people and bitmaps do not change. Days
are summed one by one. The finished days of a month are then joined into one file, sorted so that the rows of an
organisation are adjacent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from deltalake import DeltaTable

from warehouse.builds.partials import SUMMED_IN_MEMORY, sum_statement
from warehouse.builds.session import BuildSession, files_of_day
from warehouse.builds.tables import mart_table
from warehouse.data_files import DataFile
from warehouse.lake import Lake
from warehouse.models.catalogue import Model, marts
from warehouse.schema_changes import is_outdated

GROWN = 1.25
"""A month is rewritten once it has grown by a quarter of its largest file. Until then, only the data after that file is
rewritten.
"""


@dataclass(frozen=True)
class Compacted:
    """A day that was summed, or a range of days that was joined."""

    table: str
    partition: str
    files: int
    rows_before: int
    rows_after: int


def compact_marts(lake: Lake, *, at_least: int = 2) -> list[Compacted]:
    """Sum the partials of every day that has `at_least` files, then join the finished days.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    with BuildSession(lake, {}) as session:
        return [
            one for model in marts().values() for one in _compact_mart(session, model, at_least)
        ]


def _compact_mart(session: BuildSession, model: Model, at_least: int) -> list[Compacted]:
    table = mart_table(session.lake, model.name)
    if not table.exists() or is_outdated(table):
        return []
    files = table.files()
    if not model.partition_by:
        if len(files) < at_least:
            return []
        handle = table.handle()
        return [_join(session, model, handle, table.files(handle), "true", "true", "all")]
    done: list[Compacted] = []
    newest = max((file.stats["max.day"] for file in files), default=date.min)
    for month in sorted({file.partition["month"] for file in files}):
        done += _sum_days(session, model, month, at_least)
        done += _join_days(session, model, month, newest, at_least)
    return done


def compact_events(lake: Lake, *, at_least: int = 2) -> list[Compacted]:
    """Join the small event files of each arrival day with `at_least` files."""
    done: list[Compacted] = []
    if not lake.events.exists():
        return done
    days: dict[object, list[int]] = {}
    for file in lake.events.files():
        days.setdefault(file.partition["day"], []).append(file.rows)
    for day, rows in sorted(days.items(), key=str):
        if len(rows) >= at_least:
            result = lake.events.compact(day)  # type: ignore[arg-type]
            if result["numFilesRemoved"]:
                done.append(Compacted("events", str(day), len(rows), sum(rows), sum(rows)))
    return done


def _sum_days(session: BuildSession, model: Model, month: date, at_least: int) -> list[Compacted]:
    """Sum the partials of the days of the month that have several files."""
    table = mart_table(session.lake, model.name)
    done = []
    for day in _days(_of_month(table.files(), month)):
        handle = table.handle()
        files = files_of_day(_of_month(table.files(handle), month), day)
        if len(files) < max(at_least, 2):
            continue
        session.show(model.full_name, model.schema, files, day)
        count = f"select count(*) as n from {model.full_name}"
        before = int(session.query(count)["n"][0].as_py())
        if not 0 < before <= SUMMED_IN_MEMORY:
            continue
        order = ", ".join(model.sorted_by)
        summed = f"{sum_statement(model, model.full_name)} order by {order}"
        rows = session.query(summed).cast(model.schema)
        table.replace(rows, _predicate(month, day, day), handle=handle)
        done.append(Compacted(model.name, day.isoformat(), len(files), before, rows.num_rows))
    return done


def _join_days(
    session: BuildSession, model: Model, month: date, newest: date, at_least: int
) -> list[Compacted]:
    """Join the finished days of the month, or only the latest ones while these are small."""
    table = mart_table(session.lake, model.name)
    handle = table.handle()
    last = newest - timedelta(days=1) if _month_of(newest) == month else _end_of(month)
    files = _of_month(table.files(handle), month)
    over = [file for file in files if file.stats["max.day"] <= last]
    largest = max(over, key=lambda file: file.rows, default=None)
    if largest is None:
        return []
    first = month
    if last != _end_of(month) and (sum(file.rows for file in over) < largest.rows * GROWN):
        first = largest.stats["max.day"] + timedelta(days=1)
    # A file may reach beyond `last`. Its rows of these days are joined as well, because they would
    # be lost otherwise.
    touched = [file for file in files if file.stats["max.day"] >= first]
    touched = [file for file in touched if file.stats["min.day"] <= last]
    if sum(file.stats["max.day"] <= last for file in touched) < max(at_least, 2):
        return []
    between = f"day >= date '{first.isoformat()}' and day <= date '{last.isoformat()}'"
    name = f"{first.isoformat()} to {last.isoformat()}"
    predicate = _predicate(month, first, last)
    return [_join(session, model, handle, touched, between, predicate, name)]


def _join(
    session: BuildSession,
    model: Model,
    handle: DeltaTable,
    files: Sequence[DataFile],
    condition: str,
    predicate: str,
    name: str,
) -> Compacted:
    """Replace the files' rows that match `condition` with one sorted file."""
    columns = ", ".join(column.name for column in model.columns)
    order = ", ".join(model.sorted_by)
    session.show(model.full_name, model.schema, files)
    found = f"from {model.full_name} where {condition}"
    rows = int(session.query(f"select count(*) as n {found}")["n"][0].as_py())
    stream = session.stream(f"select {columns} {found} order by {order}", model.schema)
    mart_table(session.lake, model.name).replace(stream, predicate, handle=handle)
    return Compacted(model.name, name, len(files), rows, rows)


def _predicate(month: date, first: date, last: date) -> str:
    return (
        f"month = '{month.isoformat()}'"
        f" and day >= '{first.isoformat()}' and day <= '{last.isoformat()}'"
    )


def _of_month(files: Iterable[DataFile], month: date) -> list[DataFile]:
    return [file for file in files if file.partition["month"] == month]


def _days(files: Iterable[DataFile]) -> list[date]:
    """Return the days on which a file begins or ends. Only these days can be shared by several files."""
    return sorted({day for file in files for day in (file.stats["min.day"], file.stats["max.day"])})


def _month_of(day: date) -> date:
    return day.replace(day=1)


def _end_of(month: date) -> date:
    return (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)


def vacuum_lake(lake: Lake) -> dict[str, int]:
    """Remove files that no version of the last seven days needs, and return their number by table.

    Also writes checkpoints of the tables' logs.
    """
    tables = [lake.events, *(mart_table(lake, name) for name in marts())]
    removed = {table.name: len(table.vacuum()) for table in tables if table.exists()}
    for table in tables:
        if table.name in removed:
            table.write_checkpoint()
    return removed
