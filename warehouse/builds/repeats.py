"""Corrects repeats among scans that landed out of order, according to the time at which they happened.

The lander judges a scan by the newest known scan of the same visitor and code. As long as scans land in the order in
which they happen, this agrees with a count by time. A late scan, which may arrive days later, may itself repeat an
earlier one, and the scan after it may repeat it. A nightly run takes the events that landed since the previous nightly
run, looks up the scans within 30 minutes of each late scan, corrects `is_duplicate`, and recounts the marts of these
arrival days. Afterwards a plain count by time over the lake gives the same visits.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

import pyarrow as pa
import pyarrow.compute as pc
from deltalake.exceptions import TableNotFoundError

from warehouse.builds.rebuild import rebuild_day, retries
from warehouse.builds.session import SLICE_ROWS, BuildSession, overlapping
from warehouse.builds.slices import Slice, pending
from warehouse.data_files import DataFile
from warehouse.lake import Lake, LakeTable
from warehouse.reader import between
from warehouse.schemas import EVENTS

GAP = timedelta(minutes=30)

_DAYS = pa.schema([pa.field("day", pa.date32(), nullable=False)])
"""Arrival days with corrected events whose marts have not been recounted yet."""
_SLICE = pa.schema(
    [
        pa.field("partition", pa.int32()),
        pa.field("after_pos", pa.int64()),
        pa.field("upto_pos", pa.int64()),
    ]
)
_CHANGED = pa.schema(
    [
        pa.field("day", pa.date32()),
        pa.field("partition", pa.int32()),
        pa.field("pos", pa.int64()),
        pa.field("is_duplicate", pa.bool_()),
    ]
)

_LATE_SCANS = pa.schema(
    [EVENTS.field(n) for n in ("org_id", "code_id", "visitor_id", "occurred_at")]
)

_LATE = """
select distinct org_id, code_id, visitor_id, occurred_at
from (
  select event.*, max(event.occurred_at) over (
      partition by event.org_id, event.code_id, event.visitor_id order by event.pos
      rows between unbounded preceding and 1 preceding
    ) as newest
  from lake.events as event
  inner join build.slice as slice on event.partition = slice.partition
    and event.pos > slice.after_pos and event.pos <= slice.upto_pos
  where event.type = 'scan' and event.visitor_id is not null
)
where received_at - occurred_at > interval 2 seconds or occurred_at < newest
"""
_BY_TIME = """
with around as (
  select distinct event.day, event.partition, event.pos, event.org_id, event.code_id, event.visitor_id,
    event.occurred_at, event.is_duplicate,
    event.occurred_at >= late.occurred_at as may_change
  from lake.events as event
  inner join build.late as late on event.org_id = late.org_id and event.visitor_id = late.visitor_id
    and event.code_id is not distinct from late.code_id
    and event.occurred_at >= late.occurred_at - interval 30 minutes
    and event.occurred_at <= late.occurred_at + interval 30 minutes
  where event.type = 'scan'
),
scans as (
  select day, partition, pos, org_id, code_id, visitor_id, occurred_at, is_duplicate,
    bool_or(may_change) as may_change
  from around group by all
),
judged as (
  select *, coalesce(
    occurred_at - lag(occurred_at) over (
      partition by org_id, code_id, visitor_id order by occurred_at, pos
    ) <= interval 30 minutes, false) as is_repeat
  from scans
)
select day, partition, pos, is_repeat as is_duplicate
from judged where may_change and is_repeat <> is_duplicate
"""
_CORRECTED = (
    "select "
    + ", ".join(
        "coalesce(changed.is_duplicate, event.is_duplicate) as is_duplicate"
        if name == "is_duplicate"
        else f"event.{name}"
        for name in EVENTS.names
    )
    + " from lake.events as event left join build.changed as changed"
    " on event.partition = changed.partition and event.pos = changed.pos"
)


def settled_table(lake: Lake) -> LakeTable:
    """Return the table `settled_repeats`. Its positions are those up to which late scans were processed."""
    return lake.table("settled_repeats", _DAYS, [])


def correct_repeats(
    lake: Lake, zones: Mapping[str, str], *, slice_rows: int = SLICE_ROWS
) -> list[date]:
    """Set `is_duplicate` of late scans, and of the scans after them, according to their times. Return the arrival days
    that changed.

    An interrupted run is repeated as a whole: corrections remain, and waiting days are counted.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    if not lake.events.exists():
        return []
    table = settled_table(lake).ensure()
    fresh = pending(table.positions(), lake.events.positions())
    if fresh:
        for attempt in retries():
            with attempt:
                _correct(lake, fresh)
    waiting = _waiting(lake)
    for day in waiting:
        for attempt in retries():
            with attempt:
                rebuild_day(lake, zones, day, slice_rows=slice_rows)
    if fresh or waiting:
        table.replace(_DAYS.empty_table(), "true", {n: bound.upto for n, bound in fresh.items()})
    return waiting


def _waiting(lake: Lake) -> list[date]:
    try:
        rows = settled_table(lake).handle().to_pyarrow_table()
    except TableNotFoundError:
        return []
    return sorted(set(rows["day"].to_pylist()))


def _correct(lake: Lake, fresh: Slice) -> None:
    """Write the new flags, one arrival day after another. Each day is recorded first."""
    files = lake.events.files()
    with BuildSession(lake, {}) as session:
        late = _late_scans(session, files, fresh)
        if not late.num_rows:
            return
        session.show_rows("build.late", late)
        first, last = pc.min(late["occurred_at"]).as_py(), pc.max(late["occurred_at"]).as_py()
        near = between(files, "occurred_at", first - GAP, last + GAP + timedelta(seconds=1))
        session.show("lake.events", EVENTS, near)
        changed = session.query(_BY_TIME).cast(_CHANGED)
        for day in sorted(set(changed["day"].to_pylist())):
            settled_table(lake).append(pa.table({"day": [day]}, schema=_DAYS), {})
            session.show_rows("build.changed", changed.filter(pc.equal(changed["day"], day)))
            handle = lake.events.handle()
            own = _of_day(lake.events.files(handle), day)
            session.show("lake.events", EVENTS, own)
            # The lander appends only higher positions, so the two never conflict.
            top = max(file.stats["max.pos"] for file in own)
            lake.events.replace(
                session.stream(_CORRECTED, EVENTS),
                f"day = '{day.isoformat()}' and pos <= {top}",
                handle=handle,
            )


def _late_scans(session: BuildSession, files: Sequence[DataFile], fresh: Slice) -> pa.Table:
    """Return the scans of the slice that landed after later ones, or long after they happened."""
    bounds = ((n, bound.after, bound.upto) for n, bound in sorted(fresh.items()))
    session.give("build.slice", _SLICE, bounds)
    touched = overlapping(files, "pos", fresh)
    found = []
    for day in sorted({file.partition["day"] for file in touched}):
        session.show("lake.events", EVENTS, _of_day(touched, day))
        found.append(session.query(_LATE))
    return pa.concat_tables(found) if found else _LATE_SCANS.empty_table()


def _of_day(files: Iterable[DataFile], day: date) -> list[DataFile]:
    return [file for file in files if file.partition["day"] == day]
