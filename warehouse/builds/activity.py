"""The incremental build: every mart gets the events beyond its own positions, each exactly once.

Events are taken in slices of positions. A mart's append carries the positions that the slice reaches,
so a crash between two marts leaves them at different positions and the next build starts each where
it stands. A late event is an event like any other: its position is new, whenever it happened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.slices import Slice, pending, tops
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.builds.zones import rebuild_changed_zones
from warehouse.lake import Lake
from warehouse.models.catalogue import marts


@dataclass
class BuildReport:
    """What a build did."""

    events: int = 0
    slices: int = 0
    days: dict[date, int] = field(default_factory=dict)
    """Events taken in, by arrival day."""
    rows: dict[str, int] = field(default_factory=dict)
    """Rows appended, by mart."""
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
            reached: dict[int, int] = {}
            for piece, count in session.stage_slices(pending(positions, held), files, slice_rows):
                reached |= tops(piece)
                if count:
                    _append(session, names, piece, reached, report)
                    reached = {}
            if reached:
                for name in names:
                    table = mart_table(lake, name)
                    table.append(table.schema.empty_table(), reached)
    return report


def _standing(lake: Lake) -> list[tuple[dict[int, int], list[str]]]:
    """Marts that stand at the same positions, together; visitors first, for the others ask it."""
    groups: dict[frozenset[tuple[int, int]], list[str]] = {}
    for name in marts():
        positions = mart_table(lake, name).positions()
        groups.setdefault(frozenset(positions.items()), []).append(name)
    return [(dict(positions), names) for positions, names in groups.items()]


def _append(
    session: BuildSession,
    names: list[str],
    piece: Slice,
    reached: dict[int, int],
    report: BuildReport,
) -> None:
    if "visitors" in names:
        session.show_visitors()
        rows = session.rows("visitors")
        mart_table(session.lake, "visitors").append(rows, reached)
        report.rows["visitors"] = report.rows.get("visitors", 0) + rows.num_rows
    session.show_visitors(piece)
    for name in names:
        if name != "visitors":
            rows = session.rows(name)
            mart_table(session.lake, name).append(rows, reached)
            report.rows[name] = report.rows.get(name, 0) + rows.num_rows
    report.slices += 1
    if "activity_15m" in names:
        for day, events in session.events_by_day().items():
            report.events += events
            report.days[day] = report.days.get(day, 0) + events
