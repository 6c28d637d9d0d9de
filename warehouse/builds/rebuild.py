"""Marts built anew from raw events, each replaced in one commit that keeps its positions.

A rebuilt mart covers exactly the positions that it covered before: what arrived since stays with the
tail and the next incremental build.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import stamina
from deltalake import DeltaTable

from warehouse.builds.session import SLICE_ROWS, BuildSession
from warehouse.builds.slices import BEFORE_ALL, Bound, Slice
from warehouse.builds.spool import Spool
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.data_files import DataFile
from warehouse.forgotten import forgotten, kept_sql, lost, still_known
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import marts
from warehouse.schemas import EVENTS

BY_DAY = tuple(name for name, model in marts().items() if model.partition_by)
"""Marts that know the arrival day of their rows."""


def rebuild_day(
    lake: Lake, zones: Mapping[str, str], day: date, *, slice_rows: int = SLICE_ROWS
) -> dict[str, int]:
    """Replace one arrival day of the marts that are kept by day; returns rows by mart.

    New people are those of the visitors mart as it is; `rebuild_all` counts them anew as well.

    Raises:
        LakeConflictError: a build added rows of that day meanwhile; start again.
    """
    predicate = f"month = '{day.replace(day=1).isoformat()}' and day = '{day.isoformat()}'"
    files = [file for file in lake.events.files() if file.partition["day"] == day]
    return _rebuild(lake, zones, files, predicate, slice_rows)


def rebuild_month(
    lake: Lake, zones: Mapping[str, str], month: date, *, slice_rows: int = SLICE_ROWS
) -> dict[str, int]:
    """Replace what arrived in the month that begins on `month`; returns rows by mart.

    Raises:
        LakeConflictError: a build added rows of that month meanwhile; start again.
    """
    files = [file for file in lake.events.files() if file.partition["day"].replace(day=1) == month]
    return _rebuild(lake, zones, files, f"month = '{month.isoformat()}'", slice_rows)


def _rebuild(
    lake: Lake,
    zones: Mapping[str, str],
    files: Sequence[DataFile],
    predicate: str,
    slice_rows: int,
) -> dict[str, int]:
    ensure_marts(lake)
    written: dict[str, int] = {}
    gone = forgotten(lake)
    with BuildSession(lake, zones) as session, Spool() as spool:
        session.keep_zones_of_mart()
        visitors = session.visitor_files()
        for whole, handles in _standing(lake):
            written |= dict.fromkeys(handles, 0)
            for piece, count in session.stage_slices(whole, files, slice_rows):
                if not count:
                    continue
                session.show_visitors(piece, visitors)
                for name in handles:
                    rows = still_known(session.rows(name), gone)
                    written[name] += rows.num_rows
                    spool.put(name, rows)
            for name, handle in handles.items():
                table = mart_table(lake, name)
                kept = predicate + kept_sql(table.schema, gone)
                table.replace(spool.take(name, table.schema), kept, handle=handle)
    return written


def _standing(lake: Lake) -> list[tuple[Slice, dict[str, DeltaTable]]]:
    """What the marts by day cover, and the version of each that would be replaced: together where they agree.

    Staging a slice costs more than most models over it, so it is done once for all that cover the same.
    """
    groups: dict[frozenset[tuple[int, int]], dict[str, DeltaTable]] = {}
    for name in BY_DAY:
        table = mart_table(lake, name)
        handle = table.handle()
        reached = frozenset(table.positions(handle=handle).items())
        groups.setdefault(reached, {})[name] = handle
    return [
        ({n: Bound(BEFORE_ALL, pos) for n, pos in reached}, handles)
        for reached, handles in groups.items()
    ]


def rebuild_visitors(lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS) -> int:
    """Replace the visitors mart by what raw events say in order of position; returns its rows.

    Raises:
        LakeConflictError: a build added visitors meanwhile; start again.
    """
    table, handle, rows = count_visitors(lake, zones, slice_rows=slice_rows)
    table.replace(rows, "true", handle=handle)
    return len(rows)


def count_visitors(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> tuple[LakeTable, DeltaTable, pa.Table]:
    """The visitors mart as raw events say in order of position, and the version it would replace."""
    ensure_marts(lake)
    table = mart_table(lake, "visitors")
    handle = table.handle()
    whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
    with BuildSession(lake, zones) as session:
        # Who came before what is forgotten is known by the mart alone.
        gone = forgotten(lake)
        kept = handle.to_pyarrow_table().select(table.schema.names) if gone else None
        known = table.schema.empty_table() if kept is None else lost(kept, gone).cast(table.schema)
        for _, count in session.stage_slices(whole, lake.events.files(), slice_rows):
            if count:
                session.show_rows("marts.visitors", known)
                known = pa.concat_tables([known, still_known(session.rows("visitors"), gone)])
    rows = known.sort_by([(name, "ascending") for name in marts()["visitors"].sorted_by])
    return table, handle, rows


_MOVED = """
select distinct event.day
from lake.events as event
inner join (
  select unnest([old.first_pos, new.first_pos]) as pos
  from build.old_visitors as old
  full join build.new_visitors as new on old.org_id = new.org_id and old.visitor = new.visitor
  where old.first_pos is distinct from new.first_pos
) as moved on event.pos = moved.pos
order by 1
"""


def moved_first_scans(lake: Lake, before: pa.Table, after: pa.Table) -> list[date]:
    """Arrival days on which a visitor's first scan lay before or lies after, where the two differ."""
    with BuildSession(lake, {}) as session:
        session.show_rows("build.old_visitors", before)
        session.show_rows("build.new_visitors", after)
        session.show("lake.events", EVENTS, lake.events.files())
        days: list[date] = session.query(_MOVED)["day"].to_pylist()
    return days


@dataclass(frozen=True)
class Progress:
    """How far a rebuild of everything is. Visitors read every event once, then each month does."""

    what: str
    events: int
    of_events: int
    days: int
    of_days: int
    rows: int


def rebuild_all(
    lake: Lake,
    zones: Mapping[str, str],
    *,
    slice_rows: int = SLICE_ROWS,
    tell: Callable[[Progress], None] = lambda _: None,
) -> None:
    """Rebuild the visitors, then every month of arrival; each is one commit a mart, tried again on a race.

    Between two of the commits, new people of days not done yet still follow the old visitors.
    """
    if not lake.events.exists():
        return
    files = lake.events.files()
    days: dict[date, set[date]] = {}
    events: Counter[date] = Counter()
    for file in files:
        month = file.partition["day"].replace(day=1)
        days.setdefault(month, set()).add(file.partition["day"])
        events[month] += file.rows
    total, all_days = events.total(), sum(len(found) for found in days.values())
    for attempt in _retries():
        with attempt:
            rows = rebuild_visitors(lake, zones, slice_rows=slice_rows)
    tell(Progress("visitors", total, 2 * total, 0, all_days, rows))
    done = 0
    for month in sorted(days):
        for attempt in _retries():
            with attempt:
                written = rebuild_month(lake, zones, month, slice_rows=slice_rows)
        rows += sum(written.values())
        done += len(days[month])
        total += events[month]
        tell(Progress(f"{month:%Y-%m}", total, 2 * events.total(), done, all_days, rows))


def _retries() -> Iterator[stamina.Attempt]:
    """A build or a compaction may commit first; positions are read anew then."""
    yield from stamina.retry_context(
        on=LakeConflictError, attempts=8, wait_initial=0.2, wait_max=10.0
    )
