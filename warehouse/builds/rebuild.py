"""Rebuilds marts from raw events. Each mart is replaced in one commit that keeps its positions.

A rebuilt mart covers the same positions as before. Later events stay in the tail until the next incremental build.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc
import stamina
from deltalake import DeltaTable

from warehouse.builds.partials import Partials
from warehouse.builds.session import SLICE_ROWS, STREAMED_ROWS, BuildSession
from warehouse.builds.slices import BEFORE_ALL, Bound, Slice
from warehouse.builds.spool import Spool
from warehouse.builds.tables import NUMBERS, VISITORS, ensure_marts, mart_table
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import marts
from warehouse.retention_horizons import (
    Horizon,
    before_sql,
    from_horizon_on,
    read_horizons,
    rebuildable_sql,
    time_column,
)
from warehouse.schemas import EVENTS

BY_DAY = tuple(name for name, model in marts().items() if model.partition_by)
"""Marts whose rows have an arrival day."""


def rebuild_day(
    lake: Lake, zones: Mapping[str, str], day: date, *, slice_rows: int = SLICE_ROWS
) -> dict[str, int]:
    """Rebuild one arrival day of the marts with arrival days, and return the number of rows by mart.

    New people are taken from the visitors mart, which `rebuild_all` rebuilds as well.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    predicate = f"month = '{day.replace(day=1).isoformat()}' and day = '{day.isoformat()}'"
    return _rebuild(lake, zones, lambda arrived: arrived == day, predicate, slice_rows)


def rebuild_month(
    lake: Lake,
    zones: Mapping[str, str],
    month: date,
    *,
    slice_rows: int = SLICE_ROWS,
    unreadable: Container[str] = (),
) -> dict[str, int]:
    """Rebuild the arrival month that starts on `month`, and return the number of rows by mart. `unreadable`: damaged
    files of marts, which are not read.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    predicate = f"month = '{month.isoformat()}'"
    return _rebuild(
        lake, zones, lambda day: day.replace(day=1) == month, predicate, slice_rows, unreadable
    )


def _rebuild(
    lake: Lake,
    zones: Mapping[str, str],
    is_rebuilt: Callable[[date], bool],
    predicate: str,
    slice_rows: int,
    unreadable: Container[str] = (),
) -> dict[str, int]:
    """Rebuild the marts from the arrival days to which `is_rebuilt` applies."""
    ensure_marts(lake, {VISITORS, NUMBERS, *BY_DAY})
    written: dict[str, int] = {}
    # Marts are opened before events, so that no mart covers an event that is not read here. Horizons are read last,
    # because retention stores them before it deletes events.
    groups = _marts_by_slice(lake)
    files = [file for file in lake.events.files() if is_rebuilt(file.partition["day"])]
    gone = read_horizons(lake)
    with BuildSession(lake, zones) as session, Spool() as spool:
        session.keep_zones_of_mart(unreadable)
        session.keep_visitors(files)
        for whole, handles in groups:
            partials = {name: Partials(marts()[name], spool) for name in handles}
            for _, count in session.stage_slices(whole, files, slice_rows):
                if count:
                    session.show_numbers()
                for name, kept in partials.items() if count else ():
                    kept.put(from_horizon_on(session.rows(name), gone))
            for name, handle in handles.items():
                table = mart_table(lake, name)
                where = predicate + rebuildable_sql(table.schema, gone)
                written[name], rows = partials[name].take(session)
                table.replace(rows, where, handle=handle)
                session.drop(f"build.{name}")
    return written


def _marts_by_slice(lake: Lake) -> list[tuple[Slice, dict[str, DeltaTable]]]:
    """Return the positions and versions of the marts to replace, grouped by equal positions.

    Staging a slice costs more than most models, so marts with equal positions share it.
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
    """Rebuild the visitors mart from raw events in order of position, and return its number of rows.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    table, handle = _visitors(lake)
    with BuildSession(lake, zones) as session, Spool() as spool:
        rows = _first_scans(session, spool, table, handle, slice_rows)
        table.replace(rows, "true", handle=handle)
    return sum(file.rows for file in table.files())


def count_visitors(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> tuple[LakeTable, DeltaTable, pa.Table]:
    """Return the visitors mart computed from raw events in order of position, and the version that it would replace."""
    table, handle = _visitors(lake)
    with BuildSession(lake, zones) as session, Spool() as spool:
        rows = _first_scans(session, spool, table, handle, slice_rows).read_all()
    return table, handle, rows


def _visitors(lake: Lake) -> tuple[LakeTable, DeltaTable]:
    ensure_marts(lake, [VISITORS])
    table = mart_table(lake, VISITORS)
    return table, table.handle()


_IN_ORDER = """
select *, 0 as place from build.known_visitors
union all
select *, 1 from found_visitors
order by org_id, visitor, place, first_pos
"""
"""Stored rows precede rows from events of the same visitor."""


def _first_scans(
    session: BuildSession, spool: Spool, table: LakeTable, handle: DeltaTable, slice_rows: int
) -> pa.RecordBatchReader:
    """Return one row per visitor in the mart's order, as a stream.

    Each slice yields its first scans, which are then sorted once. Looking up known visitors in each slice would take
    quadratic time.
    """
    gone = read_horizons(session.lake)
    whole = {n: Bound(BEFORE_ALL, pos) for n, pos in table.positions(handle=handle).items()}
    # First visits before the retention horizon exist only in the mart.
    session.show("marts.visitors", table.schema, table.files(handle) if gone else [])
    session.show_rows("build.known_visitors", session.query(_known_sql(table.schema, gone)))
    session.show("marts.visitors", table.schema, [])
    for _, count in session.stage_slices(whole, session.lake.events.files(), slice_rows):
        if count:
            spool.put(VISITORS, from_horizon_on(session.rows(VISITORS), gone))
    session.connection.register("found_visitors", spool.take(VISITORS, table.schema))
    ordered = session.connection.execute(_IN_ORDER).to_arrow_reader(STREAMED_ROWS)
    return pa.RecordBatchReader.from_batches(table.schema, _firsts(ordered, table.schema))


def _known_sql(schema: pa.Schema, gone: Mapping[str, Horizon]) -> str:
    """Return SQL that selects the rows of the visitors mart that cannot be rebuilt from raw events."""
    column = time_column(schema)
    old = [f"({before_sql(column, org, horizon)})" for org, horizon in sorted(gone.items())]
    return (
        f"select {', '.join(schema.names)} from marts.visitors where {' or '.join(old) or 'false'}"
    )


def _firsts(ordered: Iterable[pa.RecordBatch], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    """Yield the first row of each visitor, from rows sorted by visitor."""
    before: pa.Table | None = None
    for batch in ordered:
        rows = pa.Table.from_batches([batch]).select(schema.names).cast(schema)
        if not rows.num_rows:
            continue
        # The first row is compared with the last row of the previous batch, if there is one.
        earlier = pa.concat_tables([rows.slice(0, 1) if before is None else before, rows])
        is_same = pc.and_(
            *(
                pc.equal(rows[name], earlier[name].slice(0, rows.num_rows))
                for name in ("org_id", "visitor")
            )
        )
        is_first = pc.invert(is_same).to_numpy().copy()
        if before is None:
            is_first[0] = True
        before = rows.slice(rows.num_rows - 1)
        yield from rows.filter(pa.array(is_first)).to_batches()


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
    """Return the arrival days of first scans that differ between `before` and the new rows."""
    with BuildSession(lake, {}) as session:
        session.show_rows("build.old_visitors", before)
        session.show_rows("build.new_visitors", after)
        session.show("lake.events", EVENTS, lake.events.files())
        days: list[date] = session.query(_MOVED)["day"].to_pylist()
    return days


@dataclass(frozen=True)
class Progress:
    """Progress of a full rebuild, which reads every event once for the visitors and once for its month."""

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
    """Rebuild the visitors, then every arrival month, with one commit per mart and retries on conflicts.

    Until the rebuild finishes, new people on days that are not rebuilt yet follow the old visitors mart.
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
    for attempt in retries():
        with attempt:
            rows = rebuild_visitors(lake, zones, slice_rows=slice_rows)
    tell(Progress("visitors", total, 2 * total, 0, all_days, rows))
    done = 0
    for month in sorted(days):
        for attempt in retries():
            with attempt:
                written = rebuild_month(lake, zones, month, slice_rows=slice_rows)
        rows += sum(written.values())
        done += len(days[month])
        total += events[month]
        tell(Progress(f"{month:%Y-%m}", total, 2 * events.total(), done, all_days, rows))


def retries() -> Iterator[stamina.Attempt]:
    """Yield attempts that retry on conflicts with a build or a compaction, however long an attempt takes."""
    yield from stamina.retry_context(
        on=LakeConflictError, attempts=8, timeout=None, wait_initial=0.2, wait_max=10.0
    )
