"""Partials of one key summed into one row, and small files joined.

A compacted partition replaces the one it was computed from in a single commit and leaves positions
alone, so sums, people and sketches stay what they were.
"""

from dataclasses import dataclass

from warehouse.builds.session import BuildSession
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import Column, Model, marts

SUMMED_IN_MEMORY = 3_000_000
"""Rows of a day above which its files are only joined, not summed: a sum is held in memory."""

_EXPRESSIONS = {
    "sum": "cast(sum({0}) as bigint) as {0}",
    "any": "bool_or({0}) as {0}",
    "sketch": "sketch_union(list({0}) filter (where {0} is not null)) as {0}",
}


@dataclass(frozen=True)
class Compacted:
    """One partition that was compacted."""

    table: str
    partition: str
    files: int
    rows_before: int
    rows_after: int


def compact_marts(lake: Lake, *, at_least: int = 2) -> list[Compacted]:
    """Sum the partials of every day that has `at_least` files; join the visitors' files likewise.

    Raises:
        LakeConflictError: a build added rows meanwhile; start again.
    """
    done = []
    for name, model in marts().items():
        table = mart_table(lake, name)
        if not table.exists():
            continue
        if model.partition_by:
            done += _sum_partials(lake, model, at_least)
        elif len(files := table.files()) >= at_least:
            table.compact()
            rows = sum(file.rows for file in files)
            done.append(Compacted(name, "all", len(files), rows, rows))
    return done


def compact_events(lake: Lake, *, at_least: int = 2) -> list[Compacted]:
    """Join the small files of every arrival day that has `at_least` files."""
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


def _sum_partials(lake: Lake, model: Model, at_least: int) -> list[Compacted]:
    table = mart_table(lake, model.name)
    days = sorted({file.partition["day"] for file in table.files()})
    done = []
    for day in days:
        handle = table.handle()
        files = [file for file in table.files(handle) if file.partition["day"] == day]
        if len(files) < at_least:
            continue
        before = sum(file.rows for file in files)
        if before > SUMMED_IN_MEMORY:
            table.compact(day)
            done.append(Compacted(model.name, day.isoformat(), len(files), before, before))
            continue
        with BuildSession(lake, {}) as session:
            session.show(model.full_name, model.schema, files)
            rows = session.query(_statement(model)).cast(model.schema)
        table.replace(rows, f"day = '{day.isoformat()}'", handle=handle)
        done.append(Compacted(model.name, day.isoformat(), len(files), before, rows.num_rows))
    return done


def _statement(model: Model) -> str:
    def chosen(column: Column) -> str:
        return _EXPRESSIONS.get(column.role or "", "{0}").format(column.name)

    columns = ", ".join(chosen(column) for column in model.columns)
    keys = ", ".join(model.columns_with("key"))
    order = ", ".join(model.sorted_by)
    return f"select {columns} from {model.full_name} group by {keys} order by {order}"


def vacuum_lake(lake: Lake) -> dict[str, int]:
    """Remove files that no version of the last seven days needs; returns how many by table."""
    tables = [lake.events, *(mart_table(lake, name) for name in marts())]
    return {table.name: len(table.vacuum()) for table in tables if table.exists()}
