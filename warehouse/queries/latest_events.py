"""When the newest event of each organisation was received.

File statistics would tell one organisation about the activity of others, so the events themselves are read.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.queries.sources import Parameters, read_sql
from warehouse.reader import Snapshot, of_organisation

Known = tuple[Mapping[int, int], datetime | None]
"""The positions up to which events were read, and when the newest of them was received."""
_UNREAD: Known = ({}, None)


class LatestEvents:
    """Remembers the answer for each organisation, so that later questions read only newer files. Thread-safe."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}
        self._lock = threading.Lock()

    def of(
        self, cursor: duckdb.DuckDBPyConnection, org_id: str, events: Snapshot
    ) -> datetime | None:
        """Return when the organisation's newest event was received, or None if it has none."""
        positions, latest = self._known.get(org_id, _UNREAD)
        for files in _latest_first(of_organisation(events.beyond(positions), org_id)):
            until = [file.stats.get("max.received_at") for file in files]
            if latest and all(moment is not None and moment <= latest for moment in until):
                break
            parameters = Parameters()
            statement = (
                f"select max(received_at) from {read_sql(files, parameters)}"
                f" where org_id = {parameters.bind(org_id)}"
            )
            ((found,),) = cursor.execute(statement, parameters.values).fetchall()
            if found:
                latest = max(latest or found, found)
        latest = latest.astimezone(UTC) if latest else None
        with self._lock:
            if events.reaches(self._known.get(org_id, _UNREAD)[0]):
                self._known[org_id] = (events.positions, latest)
        return latest


def _latest_first(files: Iterable[DataFile]) -> Iterator[list[DataFile]]:
    """Yield the files, newest first, in groups of growing size. Usually the first group suffices."""

    def until(file: DataFile) -> tuple[bool, Any]:
        known = file.stats.get("max.received_at")
        return known is None, known if known is not None else 0

    waiting, many = sorted(files, key=until, reverse=True), 1
    while waiting:
        yield waiting[:many]
        waiting, many = waiting[many:], 4 * many
