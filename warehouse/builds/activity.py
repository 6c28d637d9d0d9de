"""The incremental build, which adds the events above its positions to each mart, exactly once.

Events are read in slices of positions. A mart's append commits the positions that the slice reaches, so after a crash
between two marts the next build continues each from its own positions. Late events need no special case: their
positions are new, whenever they happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

import pyarrow as pa
from deltalake import DeltaTable

from warehouse.builds.first_scans import record_late_first_scans
from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.slices import Slice, high_watermarks, pending
from warehouse.builds.tables import NUMBERS, VISITORS, ensure_marts, mart_table
from warehouse.builds.zones import rebuild_changed_zones
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

WRITTEN_ROWS = 50_000
"""Rows that are buffered in memory before they are written."""


_AT_ONCE = frozenset({VISITORS, NUMBERS})
"""Marts that are written before the models of the other marts run over the slice."""


@dataclass
class BuildReport:
    """Result of a build."""

    events: int = 0
    slices: int = 0
    days: dict[date, int] = field(default_factory=dict)
    """Events built, by arrival day."""
    rows: dict[str, int] = field(default_factory=dict)
    """Rows appended, by mart."""
    overtaken: int = 0
    """Number of scans earlier than the one with which their visitor was counted as new."""
    rezoned: list[str] = field(default_factory=list)
    """Organisations whose local days were recounted because their time zone changed."""


def build_activity(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> BuildReport:
    """Build all events of the lake that marts lack. `zones`: IANA time zone by organisation.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
        AlreadyLandedError: another build committed this slice first. The call can be retried.
    """
    report = BuildReport()
    if not lake.events.exists():
        return report
    handles = ensure_marts(lake, marts())
    held = lake.events.positions()
    files = lake.events.files()
    with BuildSession(lake, zones) as session:
        report.rezoned = rebuild_changed_zones(session, slice_rows)
        for positions, names in _marts_by_position(lake, handles):
            batch = _Batch(session, names, report, handles)
            for piece, count in session.stage_slices(pending(positions, held), files, slice_rows):
                batch.reach(high_watermarks(piece))
                if count:
                    batch.take(piece)
            batch.write()
    return report


def _marts_by_position(
    lake: Lake, handles: Mapping[str, DeltaTable]
) -> list[tuple[dict[int, int], list[str]]]:
    """Return the marts grouped by equal positions. Visitors and their numbers come first, because other models read
    them.
    """
    groups: dict[frozenset[tuple[int, int]], list[str]] = {}
    for name in marts():
        positions = mart_table(lake, name).positions(handle=handles[name])
        groups.setdefault(frozenset(positions.items()), []).append(name)
    return [(dict(positions), names) for positions, names in groups.items()]


class _Batch:
    """Buffered rows of marts with equal positions, since a commit costs more than a row.

    Visitors and their numbers are written immediately, because other models read them.
    """

    def __init__(
        self,
        session: BuildSession,
        names: list[str],
        report: BuildReport,
        handles: Mapping[str, DeltaTable],
    ) -> None:
        self._session = session
        self._names = names
        self._report = report
        self._handles = handles
        self._rows: dict[str, list[pa.Table]] = {name: [] for name in names if name not in _AT_ONCE}
        self._known_up_to = mart_table(session.lake, VISITORS).positions()
        self._reached: dict[int, int] = {}
        self._reached_at_once: dict[int, int] = {}

    def reach(self, positions: dict[int, int]) -> None:
        """Record the positions that were read."""
        self._reached |= positions
        self._reached_at_once |= positions

    def take(self, piece: Slice) -> None:
        """Run the models over the staged slice."""
        session, report = self._session, self._report
        if VISITORS in self._names:
            session.show_visitors()
            self._report.overtaken += record_late_first_scans(session, self._known_up_to)
            self._append(VISITORS, session.rows(VISITORS), self._reached_at_once)
        session.show_numbers()
        if NUMBERS in self._names:
            numbers = session.rows(NUMBERS)
            self._append(NUMBERS, numbers, self._reached_at_once)
            session.add_numbers(numbers)
        self._reached_at_once = {}
        session.show_visitors(piece)
        for name, parts in self._rows.items():
            parts.append(session.rows(name))
        report.slices += 1
        if "activity_15m" in self._names:
            for day, events in session.events_by_day().items():
                report.events += events
                report.days[day] = report.days.get(day, 0) + events
        if sum(part.num_rows for parts in self._rows.values() for part in parts) >= WRITTEN_ROWS:
            self._write_rows()

    def write(self) -> None:
        """Write the buffered rows and the positions of every mart."""
        if self._reached:
            self._write_rows()
        if self._reached_at_once:
            for name in _AT_ONCE & set(self._names):
                self._append(name, marts()[name].schema.empty_table(), self._reached_at_once)

    def _write_rows(self) -> None:
        for name, parts in self._rows.items():
            empty = marts()[name].schema.empty_table()
            self._append(name, pa.concat_tables([empty, *parts]), self._reached)
            parts.clear()
        self._reached = {}

    def _append(self, name: str, rows: pa.Table, positions: dict[int, int]) -> None:
        table = mart_table(self._session.lake, name)
        table.append(rows, positions, handle=self._handles[name])
        self._report.rows[name] = self._report.rows.get(name, 0) + rows.num_rows
