"""The incremental build: every mart gets the events beyond its own positions, each exactly once.

Events are taken in slices of positions. A mart's append carries the positions that the slice reaches,
so a crash between two marts leaves them at different positions and the next build starts each where
it stands. A late event is an event like any other: its position is new, whenever it happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

import pyarrow as pa

from warehouse.builds.first_scans import note_overtaken
from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.slices import Slice, pending, tops
from warehouse.builds.tables import NUMBERS, VISITORS, ensure_marts, mart_table
from warehouse.builds.zones import rebuild_changed_zones
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

WRITTEN_ROWS = 50_000
"""Rows of several slices that are held in memory before they are written."""


_AT_ONCE = frozenset({VISITORS, NUMBERS})
"""Marts whose rows of a slice are written before the others' models run over it."""


@dataclass
class BuildReport:
    """What a build did."""

    events: int = 0
    slices: int = 0
    days: dict[date, int] = field(default_factory=dict)
    """Events taken in, by arrival day."""
    rows: dict[str, int] = field(default_factory=dict)
    """Rows appended, by mart."""
    overtaken: int = 0
    """Scans that are earlier than the one their visitor was counted as new with."""
    rezoned: list[str] = field(default_factory=list)
    """Organisations whose local days were counted again because their zone changed."""


def build_activity(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> BuildReport:
    """Bring every mart up to what the lake holds now. `zones`: IANA zone by organisation.

    Raises:
        LakeConflictError: another build or a rebuild committed meanwhile; start again.
        AlreadyHeldError: another build did this slice first; start again.
    """
    report = BuildReport()
    if not lake.events.exists():
        return report
    ensure_marts(lake)
    held = lake.events.positions()
    files = lake.events.files()
    with BuildSession(lake, zones) as session:
        report.rezoned = rebuild_changed_zones(session, slice_rows)
        for positions, names in _standing(lake):
            batch = _Batch(session, names, report)
            for piece, count in session.stage_slices(pending(positions, held), files, slice_rows):
                batch.reach(tops(piece))
                if count:
                    batch.take(piece)
            batch.write()
    return report


def _standing(lake: Lake) -> list[tuple[dict[int, int], list[str]]]:
    """Marts that stand at the same positions, together; visitors and their numbers first, for the others ask."""
    groups: dict[frozenset[tuple[int, int]], list[str]] = {}
    for name in marts():
        positions = mart_table(lake, name).positions()
        groups.setdefault(frozenset(positions.items()), []).append(name)
    return [(dict(positions), names) for positions, names in groups.items()]


class _Batch:
    """Rows of marts that go on together, written when they are many: a commit costs more than a row.

    Visitors and their numbers are written at once, for the other models read them.
    """

    def __init__(self, session: BuildSession, names: list[str], report: BuildReport) -> None:
        self._session = session
        self._names = names
        self._report = report
        self._rows: dict[str, list[pa.Table]] = {name: [] for name in names if name not in _AT_ONCE}
        self._known_up_to = mart_table(session.lake, VISITORS).positions()
        self._reached: dict[int, int] = {}
        self._reached_at_once: dict[int, int] = {}

    def reach(self, positions: dict[int, int]) -> None:
        """Say up to where the events have been looked at."""
        self._reached |= positions
        self._reached_at_once |= positions

    def take(self, piece: Slice) -> None:
        """Run the models over the slice that is staged."""
        session, report = self._session, self._report
        if VISITORS in self._names:
            session.show_visitors()
            self._report.overtaken += note_overtaken(session, self._known_up_to)
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
        """Write what has not been written, and how far every mart has got."""
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
        mart_table(self._session.lake, name).append(rows, positions)
        self._report.rows[name] = self._report.rows.get(name, 0) + rows.num_rows
