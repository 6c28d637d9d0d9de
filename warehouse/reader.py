"""DuckDB connections to the lake, and snapshots of the files and positions of tables."""

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from urllib.parse import urlsplit

import duckdb
from deltalake import DeltaTable
from deltalake.exceptions import TableNotFoundError

from warehouse.data_files import DataFile
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import define_macros
from warehouse.schema_changes import is_outdated
from warehouse.spilling import own_temp_directory

FRESH_FOR_SECONDS = 0.25
HANDLE_MAX_COMMITS = 500
CACHED_VERSIONS = 20
CACHE_INTERVAL_SECONDS = 15.0


def connect(
    lake: Lake, *, memory_limit: str = "768MB", threads: int = 2, preserves_order: bool = True
) -> duckdb.DuckDBPyConnection:
    """Return an in-memory DuckDB that can read the lake, in UTC, with the macros of the models.

    `preserves_order`: whether rows without an `order by` arrive in the order of their files. For a table that consists
    of hundreds of small files, this takes megabytes for each of them.
    """
    connection = duckdb.connect(
        config={
            "memory_limit": memory_limit,
            "threads": str(threads),
            "preserve_insertion_order": str(preserves_order).lower(),
            "temp_directory": own_temp_directory(),
        }
    )
    connection.execute("set timezone = 'UTC'")
    connection.execute("set enable_progress_bar = false")
    # Data files never change, so their cached metadata stays valid. After an error in a file the
    # connection is renewed, because the file may have been damaged and then restored.
    connection.execute("set parquet_metadata_cache = true")
    connection.execute("set validate_external_file_cache = 'NO_VALIDATION'")
    if lake.root.startswith("s3://"):
        _reach_s3(connection, lake.storage_options)
    else:  # the operating system caches files of this machine in memory that it can release
        connection.execute("set enable_external_file_cache = false")
    define_macros(connection)
    return connection


class LakeConnection:
    """A connection that is opened on first use. Thread-safe."""

    def __init__(
        self, lake: Lake, *, memory_limit: str, threads: int, preserves_order: bool = True
    ) -> None:
        self._open = partial(
            connect,
            lake,
            memory_limit=memory_limit,
            threads=threads,
            preserves_order=preserves_order,
        )
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._is_closed = False
        self.generation = 0
        """Number of renewals."""

    @property
    def is_open(self) -> bool:
        """Return whether the connection is open."""
        return self._connection is not None and not self._is_closed

    def get(self) -> duckdb.DuckDBPyConnection:
        """Return the connection. Raises duckdb.ConnectionException once it is closed."""
        with self._lock:
            if self._is_closed:
                raise duckdb.ConnectionException("The connection to the lake is closed.")
            if self._connection is None:
                self._connection = self._open()
            return self._connection

    @contextmanager
    def own_database(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Yield a cursor in UTC with the macros. Its tables are invisible to others and are deleted afterwards."""
        connection = self.get()
        with self._lock:
            cursor = connection.cursor()
        name = f"own_{next(self._numbers)}"
        try:
            cursor.execute("set timezone = 'UTC'")
            cursor.execute(f"attach ':memory:' as {name}")
            cursor.execute(f"use {name}")
            define_macros(cursor)
            yield cursor
        finally:
            cursor.execute("use memory")
            cursor.execute(f"detach database if exists {name}")
            cursor.close()

    def renew(self) -> None:
        """Replace the connection with one with empty caches, at its next use.

        Running statements finish on the old one.
        """
        with self._lock:
            self._connection = None
            self.generation += 1

    def close(self) -> None:
        """Close the connection permanently."""
        with self._lock:
            self._is_closed = True
            if self._connection is not None:
                self._connection.close()


def _reach_s3(connection: duckdb.DuckDBPyConnection, options: Mapping[str, str]) -> None:
    from duckdb_extensions import import_extension

    import_extension("httpfs")
    connection.execute("load httpfs")
    endpoint = urlsplit(options.get("AWS_ENDPOINT_URL", ""))
    parts = {
        "key_id": options.get("AWS_ACCESS_KEY_ID"),
        "secret": options.get("AWS_SECRET_ACCESS_KEY"),
        "region": options.get("AWS_REGION"),
        "endpoint": endpoint.netloc or None,
        "url_style": "path" if endpoint.netloc else None,
    }
    given = {name: value for name, value in parts.items() if value}
    text = ", ".join(
        f"{name} '{value.replace(chr(39), chr(39) * 2)}'" for name, value in given.items()
    )
    secure = "false" if endpoint.scheme == "http" else "true"
    connection.execute(f"create or replace secret lake (type s3, {text}, use_ssl {secure})")


@dataclass(frozen=True)
class EarlierVersion:
    """The part that is kept of a replaced version. A lake with many files has thousands of versions a day."""

    positions: Mapping[int, int]
    uris: frozenset[str]

    def is_within(self, positions: Mapping[int, int]) -> bool:
        """Return whether a mart at `positions` covers every event of this version."""
        return all(pos <= positions.get(number, -1) for number, pos in self.positions.items())


@dataclass(frozen=True)
class Snapshot:
    """One version of a table: its files, and the highest position that it covers in each Kafka partition."""

    version: int
    files: tuple[DataFile, ...]
    positions: Mapping[int, int]
    earlier: tuple[EarlierVersion, ...] = ()
    """Some earlier versions, newest first."""

    def beyond(self, positions: Mapping[int, int]) -> list[DataFile]:
        """Return the files of the event table that may contain an event above `positions`.

        If a partition was idle for a long time, statistics alone exclude hardly any files. Files of an earlier version
        that `positions` cover completely are therefore excluded too.
        """
        behind = [
            positions.get(partition, -1)
            for partition, held in self.positions.items()
            if held > positions.get(partition, -1)
        ]
        if not behind:
            return []
        least = min(behind)
        known: frozenset[str] = next(
            (one.uris for one in self.earlier if one.is_within(positions)), frozenset()
        )
        return [
            file
            for file in self.files
            if file.uri not in known
            and (file.stats.get("max.pos") is None or file.stats["max.pos"] > least)
        ]

    def reaches(self, positions: Mapping[int, int]) -> bool:
        """Return whether this version covers every event that a table at `positions` does."""
        return all(pos <= self.positions.get(number, -1) for number, pos in positions.items())

    def between(self, column: str, start: datetime | date, end: datetime | date) -> list[DataFile]:
        """Return the files that may contain a row with `column` in the half-open span."""
        return between(self.files, column, start, end)


NOTHING = Snapshot(-1, (), {})


def between(
    files: Iterable[DataFile], column: str, start: datetime | date, end: datetime | date
) -> list[DataFile]:
    """Return the files that may contain a row with `column` in the half-open span."""
    return [
        file
        for file in files
        if file.stats.get(f"min.{column}") is None
        or (file.stats[f"min.{column}"] < end and file.stats[f"max.{column}"] >= start)
    ]


def unique(several: Iterable[Iterable[DataFile]]) -> list[DataFile]:
    """Return the distinct files of the lists."""
    return list({file.uri: file for files in several for file in files}.values())


def of_organisation(files: Iterable[DataFile], org_id: str) -> list[DataFile]:
    """Return the files that may contain a row of this organisation, according to their statistics."""
    return [
        file
        for file in files
        if file.stats.get("min.org_id") is None
        or file.stats["min.org_id"] <= org_id <= file.stats["max.org_id"]
    ]


@dataclass
class _CachedTable:
    """Cached state of one table."""

    looked_at: float
    handle: DeltaTable
    opened_at: int
    snapshot: Snapshot
    remembered_at: float


class Snapshots:
    """The newest version of each table, refreshed at most every quarter of a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, _CachedTable] = {}
        self._lock = threading.Lock()

    def of(self, table: LakeTable, *, refresh: bool = False) -> Snapshot:
        """Return the table's newest snapshot, which is empty if nothing was ever written.

        `refresh`: read it even if the cached one is fresh.
        """
        with self._lock:
            now = self._clock()
            known = self._known.get(table.url)
            if known is not None and not refresh and now - known.looked_at < FRESH_FOR_SECONDS:
                return known.snapshot
            try:
                if known is None:
                    known = self._known[table.url] = _open(table, now)
                else:
                    _refresh(table, known, now)
            except TableNotFoundError:
                return NOTHING
            known.looked_at = now
            return known.snapshot


def _open(table: LakeTable, now: float) -> _CachedTable:
    handle = table.handle()
    return _CachedTable(now, handle, handle.version(), _load(table, handle), now)


def _refresh(table: LakeTable, known: _CachedTable, now: float) -> None:
    if known.handle.version() - known.opened_at > HANDLE_MAX_COMMITS:
        known.handle = table.handle()
        known.opened_at = known.handle.version()
    else:
        known.handle.update_incremental()
    before = known.snapshot
    if known.handle.version() == before.version:
        return
    earlier = before.earlier
    if not earlier or now - known.remembered_at >= CACHE_INTERVAL_SECONDS:
        known.remembered_at = now
        uris = frozenset(file.uri for file in before.files)
        earlier = (EarlierVersion(before.positions, uris), *earlier)[:CACHED_VERSIONS]
    known.snapshot = replace(_load(table, known.handle), earlier=earlier)


def _load(table: LakeTable, handle: DeltaTable) -> Snapshot:
    if is_outdated(table, handle):
        return Snapshot(handle.version(), (), {})
    return Snapshot(handle.version(), tuple(table.files(handle)), table.positions(handle=handle))
