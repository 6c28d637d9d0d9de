"""When the newest event of each organisation was received.

File statistics would tell one organisation about the activity of others, so the organisation's own rows are read. The
mart says when its newest event happened, so that of the events only a few files are read, however large the lake is.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.queries.sources import BUCKET, Parameters, read_sql
from warehouse.reader import Snapshot, of_organisation

Known = tuple[Mapping[int, int], datetime | None]
"""The positions up to which events were read, and when the newest of them was received."""


class LatestEvents:
    """Remembers the answer for each organisation, so that later questions read only newer files. Thread-safe."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._lock = threading.Lock()

    def of(
        self,
        cursor: duckdb.DuckDBPyConnection,
        org_id: str,
        events: Snapshot,
        activity: Snapshot,
    ) -> datetime | None:
        """Return when the organisation's newest event was received, or None if it has none.

        `activity`: a snapshot of `activity_15m`, which `events` covers.
        """
        positions, latest = self._known.get(org_id) or (
            activity.positions,
            _built(cursor, org_id, events, activity),
        )
        latest = _newest(cursor, "received_at", org_id, events.beyond(positions), latest)
        with self._lock:
            if events.reaches(self._known.get(org_id, ({}, None))[0]):
                self._known[org_id] = (events.positions, latest)
        return latest


def _built(
    cursor: duckdb.DuckDBPyConnection, org_id: str, events: Snapshot, activity: Snapshot
) -> datetime | None:
    """Return when the newest event that the mart contains was received. If it was deleted since, its bucket counts."""
    bucket = _newest(cursor, "bucket", org_id, activity.files)
    if bucket is None:
        return None
    files = events.between("occurred_at", bucket, bucket + BUCKET)
    return _newest(cursor, "received_at", org_id, files) or bucket


def _newest(
    cursor: duckdb.DuckDBPyConnection,
    column: str,
    org_id: str,
    files: Iterable[DataFile],
    latest: datetime | None = None,
) -> datetime | None:
    """Return the maximum of the column and `latest`. Files that end before an already known value are skipped."""
    for some in _latest_first(of_organisation(files, org_id), column):
        until = [file.stats.get(f"max.{column}") for file in some]
        if latest and all(moment is not None and moment <= latest for moment in until):
            break
        parameters = Parameters({"org_id": org_id})
        statement = f"select max({column}) from {read_sql(some, parameters)} where org_id = $org_id"
        ((found,),) = cursor.execute(statement, parameters.values).fetchall()
        if found:
            latest = max(latest or found, found)
    return latest.astimezone(UTC) if latest else None


def _latest_first(files: Iterable[DataFile], column: str) -> Iterator[list[DataFile]]:
    """Yield the files, newest first, in groups of growing size. Usually the first group suffices."""

    def until(file: DataFile) -> tuple[bool, Any]:
        known = file.stats.get(f"max.{column}")
        return known is None, known if known is not None else 0

    waiting, many = sorted(files, key=until, reverse=True), 1
    while waiting:
        yield waiting[:many]
        waiting, many = waiting[many:], 4 * many
