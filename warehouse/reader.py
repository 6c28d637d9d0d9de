"""Reading the lake with DuckDB: connections, and snapshots of which files and positions there are."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

import duckdb
from deltalake import DeltaTable
from deltalake.exceptions import TableNotFoundError

from warehouse.lake import DataFile, Lake, LakeTable
from warehouse.models.catalogue import define_macros

FRESH_FOR_SECONDS = 0.25
HANDLE_LIVES_FOR_COMMITS = 500


def connect(
    lake: Lake, *, memory_limit: str = "768MB", threads: int = 2
) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB that can read the lake, in UTC, with the marts' shared expressions."""
    connection = duckdb.connect(config={"memory_limit": memory_limit, "threads": str(threads)})
    connection.execute("set timezone = 'UTC'")
    connection.execute("set enable_progress_bar = false")
    # Data files are never changed, so what was read of them stays true.
    connection.execute("set parquet_metadata_cache = true")
    connection.execute("set validate_external_file_cache = 'NO_VALIDATION'")
    if lake.root.startswith("s3://"):
        _reach_s3(connection, lake.storage_options)
    define_macros(connection)
    return connection


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

    def beyond(self, positions: Mapping[int, int]) -> list[DataFile]:
        """Files of the event table that may hold an event beyond `positions`."""
        behind = [
            positions.get(partition, -1)
            for partition, held in self.positions.items()
            if held > positions.get(partition, -1)
        ]
        if not behind:
            return []
        least = min(behind)
        return [
            f for f in self.files if f.stats.get("max.pos") is None or f.stats["max.pos"] > least
        ]

    def between(self, column: str, start: datetime | date, end: datetime | date) -> list[DataFile]:
        """Files that may hold a row whose `column` lies in the half-open span."""
        return [
            file
            for file in self.files
            if file.stats.get(f"min.{column}") is None
            or (file.stats[f"min.{column}"] < end and file.stats[f"max.{column}"] >= start)
        ]


NOTHING = Snapshot(-1, (), {})


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


class Snapshots:
    """The newest version of each table, read again at most every quarter of a second."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, tuple[float, DeltaTable, int, Snapshot]] = {}
        self._lock = threading.Lock()

    def of(self, table: LakeTable) -> Snapshot:
        """The table's newest snapshot; empty when nothing was ever written."""
        with self._lock:
            known = self._known.get(table.url)
            now = self._clock()
            if known and now - known[0] < FRESH_FOR_SECONDS:
                return known[3]
            try:
                handle, opened_at = self._refresh(table, known)
            except TableNotFoundError:
                return NOTHING
            version = handle.version()
            if known and known[3].version == version:
                snapshot = known[3]
            else:
                snapshot = Snapshot(
                    version, tuple(table.files(handle)), table.positions(handle=handle)
                )
            self._known[table.url] = (now, handle, opened_at, snapshot)
            return snapshot

    @staticmethod
    def _refresh(table: LakeTable, known: Any) -> tuple[DeltaTable, int]:
        if known is None or known[1].version() - known[2] > HANDLE_LIVES_FOR_COMMITS:
            handle = table.handle()
            return handle, handle.version()
        known[1].update_incremental()
        return known[1], known[2]
