"""A DuckDB connection with a staged slice of events and the models that run over it."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from types import TracebackType
from typing import Self

import duckdb
import pyarrow as pa

from warehouse import bitmap_functions
from warehouse.builds.gate import refuse_bad_rows, refuse_wrong_sums
from warehouse.builds.slices import Slice, cut
from warehouse.builds.tables import NUMBERS, mart_table
from warehouse.data_files import DataFile, with_added_columns
from warehouse.lake import Lake
from warehouse.models.catalogue import get_model
from warehouse.reader import connect
from warehouse.retention_horizons import read_horizons, rebuildable_sql
from warehouse.schemas import EVENTS

MEMORY_LIMIT = "384MB"
STREAMED_ROWS = 65_536
SLICE_ROWS = 100_000
"""Positions per slice. With all models and bitmaps the process stays below 800 MB."""
THREADS = 2
SMALL_ROWS = 10_000
"""Number of events, in the files from which a slice is read, up to which one thread is faster than two: they would
spend more time waiting for each other than working.
"""

_ZONES = pa.schema([("org_id", pa.string()), ("time_zone", pa.string())])
_KEPT = pa.schema([("org_id", pa.string()), ("zone", pa.string())])
_SLICE = pa.schema([("partition", pa.int32()), ("after_pos", pa.int64()), ("upto_pos", pa.int64())])
_KEPT_ZONES = "select distinct org_id, zone from marts.activity_day where true"
_WHO_WAS_FIRST = "from marts.visitors where first_pos between $first and $last"
_BY_DAY = "select day, count(*) from staging.stg_event group by day"
_NUMBERS_OF_SLICE = """
with scanned as (
    select distinct org_id, visitor from core.fct_event where type = 'scan' and visitor is not null
)
select known.org_id, known.visitor, known.number
from marts.visitor_numbers as known
semi join scanned on known.org_id = scanned.org_id and known.visitor = scanned.visitor
union all
select org_id, null, max(number)
from marts.visitor_numbers
where org_id in (select org_id from scanned)
group by org_id
"""
"""Numbers of the visitors in the slice, and the highest of each organisation."""
_FAMILIES = "select distinct type from staging.stg_event"
_CORE = ("staging.stg_event", "core.fct_event", "core.organization_zone", "staging.stg_act")
_VIEWS = ("core.fct_act",)
"""Models that are views, because they are cheap to compute and large to store."""


def overlapping(files: Iterable[DataFile], column: str, piece: Slice) -> list[DataFile]:
    """Return the files that may contain positions of the slice, according to their statistics."""
    after = min((bound.after for bound in piece.values()), default=0)
    upto = max((bound.upto for bound in piece.values()), default=-1)
    return [
        file
        for file in files
        if (file.stats.get(f"min.{column}") is None)
        or (file.stats[f"min.{column}"] <= upto and file.stats[f"max.{column}"] > after)
    ]


def files_of_day(files: Iterable[DataFile], day: date) -> list[DataFile]:
    """Return the mart files that may contain rows of the arrival day, according to their statistics."""
    return [
        file
        for file in files
        if file.stats.get("min.day") is None
        or file.stats["min.day"] <= day <= file.stats["max.day"]
    ]


@lru_cache
def _zones_of_duckdb() -> frozenset[str]:
    """Return all time zones that DuckDB knows. Cached, because the query is slower than most statements of a build."""
    with duckdb.connect() as connection:
        names = connection.execute("select name from pg_timezone_names()").fetchall()
    return frozenset(name for (name,) in names)


class BuildSession:
    """Runs the models over one slice of events after another. Use as a context manager.

    `zones`: IANA time zone by organisation, as in analytics_v1.organizations. A zone that DuckDB does not know counts
    as UTC, so that one invalid row cannot stop the build for all organisations.
    """

    def __init__(self, lake: Lake, zones: Mapping[str, str]) -> None:
        self.lake = lake
        self.connection = connect(lake, memory_limit=MEMORY_LIMIT, threads=THREADS)
        self._threads = THREADS
        for schema in ("lake", "build", "staging", "core", "marts", "analytics_v1", "checks"):
            self.connection.execute(f"create schema {schema}")
        bitmap_functions.define(self.connection)
        known = _zones_of_duckdb()
        self.zones = {org: zone if zone in known else "UTC" for org, zone in zones.items()}
        self.give("analytics_v1.organizations", _ZONES, self.zones.items())
        self.keep_zones({})
        self._families: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.connection.close()

    def keep_zones(self, kept: Mapping[str, str]) -> None:
        """Set the time zones of the rows in activity_day."""
        self.give("build.kept_zone", _KEPT, kept.items())

    def keep_zones_of_mart(self, unreadable: Container[str] = ()) -> dict[str, set[str]]:
        """Load the time zones of the rows in activity_day, and return all of them. Rows before a retention horizon
        do not count, because they stay in the zone in which they were counted.
        """
        table = mart_table(self.lake, "activity_day")
        found = table.files() if table.exists() else []
        files = [file for file in found if file.uri not in unreadable]
        self.show("marts.activity_day", table.schema, files)
        kept: dict[str, set[str]] = {}
        rebuildable = rebuildable_sql(table.schema, read_horizons(self.lake))
        for org, zone in self.connection.execute(_KEPT_ZONES + rebuildable).fetchall():
            kept.setdefault(org, set()).add(zone)
        self.keep_zones({org: min(zones) for org, zones in kept.items()})
        return kept

    def show_rows(self, full_name: str, rows: pa.Table) -> None:
        """Register these rows as the view `full_name`."""
        holder = _holder(full_name)
        self._put(holder, rows)
        self.connection.execute(f"create or replace view {full_name} as from {holder}")

    def show(
        self,
        full_name: str,
        schema: pa.Schema,
        files: Iterable[DataFile],
        day: date | None = None,
    ) -> None:
        """Register these files, or their rows of one arrival day, as the view `full_name`."""
        found = list(files)
        uris = [file.uri for file in found]
        if not uris:
            self.show_rows(full_name, schema.empty_table())
            return
        quoted = ", ".join("'" + uri.replace("'", "''") + "'" for uri in uris)
        only = f" where day = date '{day.isoformat()}'" if day else ""
        read = f"read_parquet([{quoted}], hive_partitioning = true, union_by_name = true)"
        self.connection.execute(
            f"create or replace view {full_name} as from {with_added_columns(read, found)}{only}"
        )

    def visitor_files(self) -> list[DataFile]:
        """Return the files of the current visitors mart."""
        table = mart_table(self.lake, "visitors")
        return table.files() if table.exists() else []

    def keep_visitors(self, events: Iterable[DataFile]) -> None:
        """Register the first scans within these event files as a view, read once for all of their slices."""
        self.show_visitors()
        edges = [file.stats.get(edge) for file in events for edge in ("min.pos", "max.pos")]
        known = [pos for pos in edges if pos is not None]
        if known and len(known) == len(edges):
            first_scans = self.query(_WHO_WAS_FIRST, {"first": min(known), "last": max(known)})
            self.show_rows("marts.visitors", first_scans)

    def show_visitors(self, piece: Slice | None = None) -> None:
        """Register the visitors mart as a view. With a slice, it includes only files that can contain the slice's first
        scans.
        """
        shown = self.visitor_files()
        if piece is not None:
            shown = overlapping(shown, "first_pos", piece)
        self.show("marts.visitors", mart_table(self.lake, "visitors").schema, shown)

    def show_numbers(self) -> None:
        """Register a view of the visitor numbers in the staged slice, and of the highest number of each
        organisation.
        """
        table = mart_table(self.lake, NUMBERS)
        rows = table.schema.empty_table()
        if "scan" in self._families:
            self.show(f"marts.{NUMBERS}", table.schema, table.files() if table.exists() else [])
            rows = self.query(_NUMBERS_OF_SLICE)
        self.show_rows(f"marts.{NUMBERS}", rows)

    def add_numbers(self, rows: pa.Table) -> None:
        """Add these numbers to those of `show_numbers`."""
        if rows.num_rows:
            self.connection.register("given_rows", rows)
            self.connection.execute(f"insert into {_holder(f'marts.{NUMBERS}')} from given_rows")
            self.connection.unregister("given_rows")

    def stage_slices(
        self, whole: Slice, files: Iterable[DataFile], rows: int
    ) -> Iterator[tuple[Slice, int]]:
        """Stage the slices of `whole` one after another, and yield each with the number of its events."""
        touched = overlapping(files, "pos", whole)
        first = min((file.stats.get("min.pos") or 0 for file in touched), default=0)
        for piece in cut(whole, rows, first):
            part = overlapping(touched, "pos", piece)
            yield piece, self.stage(piece, part) if part else 0

    def stage(self, piece: Slice, files: Sequence[DataFile]) -> int:
        """Stage the events of this slice from these files, and return their number."""
        self._take_threads(1 if sum(file.rows for file in files) <= SMALL_ROWS else THREADS)
        bounds = ((n, bound.after, bound.upto) for n, bound in sorted(piece.items()))
        self.give("build.slice", _SLICE, bounds)
        self.show("lake.events", EVENTS, files)
        for name in _CORE:
            self.connection.execute(f"create or replace table {name} as {get_model(name).sql}")
        for name in _VIEWS:
            self.connection.execute(f"create or replace view {name} as {get_model(name).sql}")
        self._families = {one for (one,) in self.connection.execute(_FAMILIES).fetchall()}
        return sum(self.events_by_day().values())

    def _take_threads(self, threads: int) -> None:
        if threads != self._threads:
            self.connection.execute(f"set threads = {threads:d}")
            self._threads = threads

    def events_by_day(self) -> dict[date, int]:
        """Return the number of staged events by arrival day."""
        return dict(self.connection.execute(_BY_DAY).fetchall())

    def rows(self, mart: str) -> pa.Table:
        """Return the rows of the mart's model over the staged slice.

        Raises:
            BadRowsError: the rows violate the model's description and must not be published.
        """
        model = get_model(f"marts.{mart}")
        if model.families and self._families.isdisjoint(model.families):
            return model.schema.empty_table()
        rows = self.connection.execute(model.sql).to_arrow_table()
        refuse_bad_rows(model, rows)
        refuse_wrong_sums(model, rows, self.connection)
        return rows.cast(model.schema)

    def stream(self, sql: str, schema: pa.Schema) -> pa.RecordBatchReader:
        """Return the rows of a statement as a stream. The session must stay open in the meantime."""
        reader = self.connection.execute(sql).to_arrow_reader(STREAMED_ROWS)
        return reader.cast(schema)

    def query(self, sql: str, parameters: Mapping[str, object] | None = None) -> pa.Table:
        """Return the rows of a statement over the registered views and tables."""
        return self.connection.execute(sql, parameters).to_arrow_table()

    def give(self, full_name: str, schema: pa.Schema, rows: Iterable[tuple[object, ...]]) -> None:
        """Create a small table from these rows."""
        self._put(full_name, _table(schema, rows))

    def add(self, full_name: str, rows: pa.RecordBatchReader, statement: str) -> None:
        """Insert the result of the statement into a table. The statement reads `rows` as `given_rows`."""
        self.connection.register("given_rows", rows)
        self.connection.execute(f"insert into {full_name} {statement}")
        self.connection.unregister("given_rows")

    def drop(self, full_name: str) -> None:
        """Free the memory of a table that `give` created."""
        self.connection.execute(f"drop table {full_name}")

    def _put(self, full_name: str, rows: pa.Table) -> None:
        self.connection.register("given_rows", rows)
        self.connection.execute(f"create or replace table {full_name} as from given_rows")
        self.connection.unregister("given_rows")


def _holder(full_name: str) -> str:
    """Return the name of the table behind a view of `show_rows`."""
    return f"build.{full_name.replace('.', '_')}"


def _table(schema: pa.Schema, rows: Iterable[tuple[object, ...]]) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table(
        [pa.array(values, field.type) for values, field in zip(columns, schema, strict=True)],
        schema=schema,
    )


def mart_rows_of_day(lake: Lake, name: str, day: date, *, at_most: int = 500_000) -> pa.Table:
    """Return at most `at_most` rows of the mart that arrived on `day`, or rows of any day if the mart has no days."""
    table = mart_table(lake, name)
    files = table.files() if table.exists() else []
    by_day = "day" in table.schema.names
    with BuildSession(lake, {}) as session:
        chosen = files_of_day(files, day) if by_day else files
        session.show(f"marts.{name}", table.schema, chosen, day if by_day else None)
        rows = session.query(f"from marts.{name} limit {int(at_most)}")
    return rows.select(table.schema.names).cast(table.schema)
