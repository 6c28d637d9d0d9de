"""Corrects first scans: a scan that was built after a later scan of the same visitor becomes the first.

Scans of one code land in order, but Kafka partitions, and so scans of different codes, may land one after another.
A build counts a visitor as new with the first scan it reads. If an earlier scan follows, the build stores both
positions in the table `overtaken_scans`, and a nightly run corrects them.
"""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from datetime import date

import pyarrow as pa
from deltalake.exceptions import TableNotFoundError

from warehouse.builds.rebuild import rebuild_day, retries
from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.tables import VISITORS, mart_table
from warehouse.data_files import DataFile
from warehouse.lake import Lake, LakeTable
from warehouse.schemas import EVENTS

_SCHEMA = pa.schema(
    [
        pa.field("pos", pa.int64(), nullable=False),
        pa.field("known_pos", pa.int64(), nullable=False),
    ]
)
"""Positions of a scan and of the later one recorded as first. Contains no visitor."""

_LOWEST = "select min(pos) as pos from core.fct_event where type = 'scan'"
_LATE_FIRST_SCANS = """
select min(event.pos) as pos, known.first_pos as known_pos
from core.fct_event as event
inner join marts.visitors as known on event.org_id = known.org_id and event.visitor = known.visitor
where event.type = 'scan' and event.audience = 'human' and event.pos < known.first_pos
group by event.org_id, event.visitor, known.first_pos
"""
_EARLIER = """
select
    event.org_id,
    known.visitor,
    min(event.pos) as first_pos,
    arg_min(event.occurred_at, event.pos) as first_seen_at,
    arg_min(event.visitor_kind, event.pos) as visitor_kind,
    known.first_pos as known_pos
from lake.events as event
inner join build.overtaken on event.pos = overtaken.pos
inner join marts.visitors as known
    on event.org_id = known.org_id and visitor_hash(event.visitor_id) = known.visitor
where
    event.type = 'scan'
    and audience_of(event.is_bot, event.is_preview) = 'human'
    and event.pos < known.first_pos
group by event.org_id, known.visitor, known.first_pos
order by event.org_id, known.visitor
"""
_DAYS = """
select distinct event.day
from lake.events as event
inner join (select unnest([pos, known_pos]) as pos from build.overtaken) as noted
    on event.pos = noted.pos
order by event.day
"""


def overtaken_table(lake: Lake) -> LakeTable:
    """Return the table `overtaken_scans`."""
    return lake.table("overtaken_scans", _SCHEMA, [])


def record_late_first_scans(session: BuildSession, reached: Mapping[int, int]) -> int:
    """Store scans of the staged slice that are earlier than the recorded first scan, and return their number.

    `reached`: positions of the visitors mart. If events land in order, no event of the slice is below them and nothing
    is searched.
    """
    lowest = session.query(_LOWEST)["pos"][0].as_py()
    if lowest is None or lowest > max(reached.values(), default=-1):
        return 0
    found = session.query(_LATE_FIRST_SCANS).cast(_SCHEMA)
    if found.num_rows:
        overtaken_table(session.lake).ensure().append(found, {})
    return int(found.num_rows)


def correct_first_scans(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> list[date]:
    """Correct the first scans, recount the arrival days of both scans, and return these days.

    Afterwards the marts equal the result of `rebuild_all`. May be repeated after an interruption.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    noted = _noted(lake)
    days: list[date] = []
    if noted:
        for attempt in retries():
            with attempt:
                days = _move(lake, noted)
        for day in days:
            for attempt in retries():
                with attempt:
                    rebuild_day(lake, zones, day, slice_rows=slice_rows)
        done = ", ".join(str(pos) for pos, _ in noted)
        overtaken_table(lake).delete(f"pos in ({done})")
    return days


def _noted(lake: Lake) -> set[tuple[int, int]]:
    try:
        rows = overtaken_table(lake).handle().to_pyarrow_table().to_pylist()
    except TableNotFoundError:
        return set()
    return {(row["pos"], row["known_pos"]) for row in rows}


def _move(lake: Lake, noted: Collection[tuple[int, int]]) -> list[date]:
    """Write the earlier scans to the visitors mart, and return the arrival days whose new visitors change."""
    table = mart_table(lake, VISITORS)
    handle = table.handle()
    positions = sorted({pos for pair in noted for pos in pair})
    with BuildSession(lake, {}) as session:
        session.give("build.overtaken", _SCHEMA, noted)
        session.show(
            "lake.events",
            EVENTS,
            [file for file in lake.events.files() if _may_hold(file, positions)],
        )
        session.show("marts.visitors", table.schema, table.files(handle))
        days: list[date] = session.query(_DAYS)["day"].to_pylist()
        earlier = session.query(_EARLIER)
    if earlier.num_rows:
        # Positions, because Delta's log stores the predicate, and a visitor in it would survive their erasure.
        both = (*earlier["known_pos"].to_pylist(), *earlier["first_pos"].to_pylist())
        rows = earlier.select(table.schema.names).cast(table.schema)
        predicate = f"first_pos in ({', '.join(map(str, both))})"  # new rows must match it too
        table.replace(rows, predicate, handle=handle)
    return days


def _may_hold(file: DataFile, positions: Sequence[int]) -> bool:
    """Return whether the file may contain one of the positions. `positions` must be sorted."""
    first, last = file.stats.get("min.pos"), file.stats.get("max.pos")
    if first is None or last is None:
        return True
    place = bisect_left(positions, first)
    return place < len(positions) and positions[place] <= last
