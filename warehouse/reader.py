"""Reading the lake with DuckDB: connections, and snapshots of which files and positions there are."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import partial
from urllib.parse import urlsplit

import duckdb
from deltalake import DeltaTable
from deltalake.exceptions import TableNotFoundError

from warehouse.data_files import DataFile
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import define_macros
from warehouse.outdated import is_outdated
from warehouse.spilling import own_temp_directory

FRESH_FOR_SECONDS = 0.25
HANDLE_LIVES_FOR_COMMITS = 500
REMEMBERED_VERSIONS = 20
REMEMBERED_EVERY_SECONDS = 15.0


def connect(
    lake: Lake, *, memory_limit: str = "768MB", threads: int = 2
) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB that can read the lake, in UTC, with the marts' shared expressions."""
    connection = duckdb.connect(
        config={
            "memory_limit": memory_limit,
            "threads": str(threads),
            "temp_directory": own_temp_directory(),
        }
    )
    connection.execute("set timezone = 'UTC'")
    connection.execute("set enable_progress_bar = false")
    # Data files are never changed, so what was read of them stays true. After an error of a file the
    # connection is renewed, for the file may have been damaged and put back.
    connection.execute("set parquet_metadata_cache = true")
    connection.execute("set validate_external_file_cache = 'NO_VALIDATION'")
    if lake.root.startswith("s3://"):
        _reach_s3(connection, lake.storage_options)
    define_macros(connection)
    return connection


class LateConnection:
    """The same, opened when it is first needed; safe to share between threads."""

    def __init__(self, lake: Lake, *, memory_limit: str, threads: int) -> None:
        self._open = partial(connect, lake, memory_limit=memory_limit, threads=threads)
        self._lock = threading.Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._is_closed = False
        self.generation = 0
        """How often it was renewed."""

    @property
    def is_open(self) -> bool:
        """Whether it was needed, and is not closed."""
        return self._connection is not None and not self._is_closed

    def get(self) -> duckdb.DuckDBPyConnection:
        """The connection. Raises duckdb.ConnectionException once it is closed."""
        with self._lock:
            if self._is_closed:
                raise duckdb.ConnectionException("The connection to the lake is closed.")
            if self._connection is None:
                self._connection = self._open()
            return self._connection

    def renew(self) -> None:
        """Open another one when it is needed next, which remembers nothing of any file.

        Statements that run in the old one end there.
        """
        with self._lock:
            self._connection = None
            self.generation += 1

    def close(self) -> None:
        """Close it, or never open it."""
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
class Snapshot:
    """One version of a table: its files and the highest event position it covers by partition."""

    version: int
    files: tuple[DataFile, ...]
    positions: Mapping[int, int]
    earlier: tuple["Snapshot", ...] = ()
    """Some versions before this one, newest first."""

    def beyond(self, positions: Mapping[int, int]) -> list[DataFile]:
        """Files of the event table that may hold an event beyond `positions`.

        A partition that was idle for long has a low position, below which no file could be left out
        by its statistics alone; files of a version that `positions` cover as a whole can.
        """
        behind = [
            positions.get(partition, -1)
            for partition, held in self.positions.items()
            if held > positions.get(partition, -1)
        ]
        if not behind:
            return []
        least = min(behind)
        covered = next((one for one in self.earlier if one.is_within(positions)), NOTHING)
        known = {file.uri for file in covered.files}
        return [
            file
            for file in self.files
            if file.uri not in known
            and (file.stats.get("max.pos") is None or file.stats["max.pos"] > least)
        ]

    def is_within(self, positions: Mapping[int, int]) -> bool:
        """Whether a mart at `positions` holds every event of this version."""
        return all(pos <= positions.get(number, -1) for number, pos in self.positions.items())

    def reaches(self, positions: Mapping[int, int]) -> bool:
        """Whether this version covers every event that a table at `positions` does."""
        return all(pos <= self.positions.get(number, -1) for number, pos in positions.items())

    @property
    def received_until(self) -> datetime | None:
        """When the newest event of the event table was received, from file statistics alone."""
        moments = [file.stats.get("max.received_at") for file in self.files]
        known = [moment for moment in moments if moment is not None]
        return max(known).astimezone(UTC) if known else None

    def between(self, column: str, start: datetime | date, end: datetime | date) -> list[DataFile]:
        """Files that may hold a row whose `column` lies in the half-open span."""
        return between(self.files, column, start, end)


NOTHING = Snapshot(-1, (), {})


def between(
    files: Iterable[DataFile], column: str, start: datetime | date, end: datetime | date
) -> list[DataFile]:
    """Those of the files that may hold a row whose `column` lies in the half-open span."""
    return [
        file
        for file in files
        if file.stats.get(f"min.{column}") is None
        or (file.stats[f"min.{column}"] < end and file.stats[f"max.{column}"] >= start)
    ]


def unique(several: Iterable[Iterable[DataFile]]) -> list[DataFile]:
    """Each file of the lists once."""
    return list({file.uri: file for files in several for file in files}.values())


def of_organisation(files: Iterable[DataFile], org_id: str) -> list[DataFile]:
    """Those of the files that may hold a row of this organisation, by their statistics."""
    return [
        file
        for file in files
        if file.stats.get("min.org_id") is None
        or file.stats["min.org_id"] <= org_id <= file.stats["max.org_id"]
    ]


@dataclass
class _Watched:
    """What is known of one table."""

    looked_at: float
    handle: DeltaTable
    opened_at: int
    snapshot: Snapshot
    remembered_at: float


class Snapshots:
    """The newest version of each table, read again at most every quarter of a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, _Watched] = {}
        self._lock = threading.Lock()

    def of(self, table: LakeTable, *, anew: bool = False) -> Snapshot:
        """The table's newest snapshot; empty when nothing was ever written.

        `anew`: look, however fresh what is known is.
        """
        with self._lock:
            now = self._clock()
            known = self._known.get(table.url)
            if known is not None and not anew and now - known.looked_at < FRESH_FOR_SECONDS:
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


def _open(table: LakeTable, now: float) -> _Watched:
    handle = table.handle()
    return _Watched(now, handle, handle.version(), _look(table, handle), now)


def _refresh(table: LakeTable, known: _Watched, now: float) -> None:
    if known.handle.version() - known.opened_at > HANDLE_LIVES_FOR_COMMITS:
        known.handle = table.handle()
        known.opened_at = known.handle.version()
    else:
        known.handle.update_incremental()
    before = known.snapshot
    if known.handle.version() == before.version:
        return
    earlier = before.earlier
    if not earlier or now - known.remembered_at >= REMEMBERED_EVERY_SECONDS:
        known.remembered_at = now
        earlier = (replace(before, earlier=()), *earlier)[:REMEMBERED_VERSIONS]
    known.snapshot = replace(_look(table, known.handle), earlier=earlier)


def _look(table: LakeTable, handle: DeltaTable) -> Snapshot:
    if is_outdated(table, handle):
        return Snapshot(handle.version(), (), {})
    return Snapshot(handle.version(), tuple(table.files(handle)), table.positions(handle=handle))
