"""Applies retention: deletes old events and keeps their totals.

Marts with visitors or customers lose their old rows too, and the roll-up its old bitmaps. Totals without persons remain
and are never rebuilt (`warehouse.retention_horizons`). Positions of deleted events are stored, so that checks still
detect other missing events.
"""

import calendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import partial
from typing import TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import stamina
from deltalake.exceptions import TableNotFoundError

from warehouse.builds.numbers import numbered_visitors, take_numbers
from warehouse.builds.tables import NUMBERS, VISITORS, mart_table
from warehouse.datasets import dataset_of
from warehouse.date_ranges import local_midnight, zone_of
from warehouse.erasure import Person
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import marts
from warehouse.retention_horizons import Horizon, before_sql, literal, record_horizons, time_column
from warehouse.schema_changes import is_outdated
from warehouse.serving.storage import drop_copies
from warehouse.text_files import mend_texts

Result = TypeVar("Result")
SETTLED = timedelta(days=7)
"""Events that arrived within this time are kept, however long ago they happened, because checks read these days."""

_DROPPED = pa.schema(
    [
        pa.field("pos", pa.int64(), nullable=False),
        pa.field("partition", pa.int32(), nullable=False),
    ]
)


@dataclass(frozen=True)
class Rule:
    """How long an organisation keeps its events."""

    org_id: str
    months: int
    zone: str

    def horizon(self, now: datetime) -> Horizon:
        """Return the local midnight this many months ago."""
        zone = zone_of(self.zone)
        first = _months_before(now.astimezone(zone).date(), self.months)
        return Horizon(local_midnight(first, zone), first)


@dataclass
class Dropped:
    """Result of retention for one organisation."""

    org_id: str
    before: datetime
    events: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    """Number of deleted rows by mart."""


def apply_retention(lake: Lake, rules: Iterable[Rule], now: datetime) -> list[Dropped]:
    """Delete data older than the rules allow. May be repeated after a crash, and writes nothing if nothing is old.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    known = list(rules)
    if not known or not lake.events.exists():
        return []
    mend_texts(lake)
    horizons = {rule.org_id: rule.horizon(now) for rule in known}
    record_horizons(lake, horizons)
    done = []
    for org_id, horizon in sorted(horizons.items()):
        dropped = Dropped(org_id, horizon.before)
        dropped.events = _drop_events(lake, org_id, horizon, now)
        dropped.rows = _drop_rows(lake, org_id, horizon, now)
        done.append(dropped)
    if any(dropped.events or dropped.rows for dropped in done):
        drop_copies(lake)
    return done


def dropped_positions(lake: Lake) -> list[str]:
    """Return the Parquet files with the positions of deleted events."""
    try:
        return [file.uri for file in _dropped(lake).files()]
    except TableNotFoundError:
        return []


def _drop_events(lake: Lake, org_id: str, horizon: Horizon, now: datetime) -> int:
    settled = (now - SETTLED).date()
    old = (
        (ds.field("org_id") == org_id)
        & (ds.field("occurred_at") < pa.scalar(horizon.before, pa.timestamp("us", tz="UTC")))
        & (ds.field("day") < settled)
    )
    events = dataset_of(lake.events)
    found = events.to_table(columns=["pos", "partition"], filter=old)
    if not found.num_rows:
        return 0
    _keep_positions(lake, found)
    condition = (
        f"{before_sql('occurred_at', org_id, horizon)} and day < {literal(settled.isoformat())}"
    )
    _retried(partial(lake.events.delete, condition))
    return int(found.num_rows)


def _keep_positions(lake: Lake, found: pa.Table) -> None:
    """Store these positions, without duplicates of an earlier run."""
    table = _dropped(lake).ensure()
    kept = dataset_of(table)
    known = kept.to_table(columns=["pos"], filter=ds.field("pos") >= pc.min(found["pos"]))
    new = found.filter(pc.invert(pc.is_in(found["pos"], value_set=known["pos"].combine_chunks())))
    if new.num_rows:
        table.append(new.select(_DROPPED.names).cast(_DROPPED).sort_by("pos"), {})


def _drop_rows(lake: Lake, org_id: str, horizon: Horizon, now: datetime) -> dict[str, int]:
    """Delete old rows of all marts with persons, and visitors that no other mart contains."""
    rows: dict[str, int] = {}
    for name in marts():
        table = mart_table(lake, name)
        if name in (VISITORS, NUMBERS) or not table.exists() or not _knows_persons(table):
            continue
        column = time_column(table.schema)
        edge = pa.scalar(horizon.edge_of(column), table.schema.field(column).type)
        old = (ds.field("org_id") == org_id) & (ds.field(column) < edge)
        count = dataset_of(table).count_rows(filter=old)
        if count:
            _retried(partial(table.delete, before_sql(column, org_id, horizon)))
            rows[name] = count
    rows["activity_day"] = _retried(partial(_drop_bitmaps, lake, org_id, horizon))
    rows[VISITORS] = _retried(partial(_drop_visitors, lake, org_id, horizon))
    rows[NUMBERS] = _retried(partial(_drop_numbers, lake, org_id, now))
    return {name: count for name, count in rows.items() if count}


def _drop_bitmaps(lake: Lake, org_id: str, horizon: Horizon) -> int:
    """Remove the bitmaps from old rows of the daily roll-up, and return their number."""
    table = mart_table(lake, "activity_day")
    if not table.exists() or is_outdated(table):
        return 0
    handle = table.handle()
    edge = pa.scalar(horizon.edge_of("local_day"), pa.date32())
    old = (ds.field("org_id") == org_id) & (ds.field("local_day") < edge)
    rows = dataset_of(table, handle)
    count = int(rows.count_rows(filter=old & ds.field("people").is_valid()))
    if count:
        names = [name for name in table.schema.names if name != "people"]
        kept = rows.to_table(names, filter=old)
        kept = kept.append_column("people", pa.nulls(kept.num_rows, pa.binary()))
        whole = kept.select(table.schema.names).cast(table.schema)
        table.replace(whole, before_sql("local_day", org_id, horizon), handle=handle)
    return count


def _drop_numbers(lake: Lake, org_id: str, now: datetime) -> int:
    """Remove the numbers of visitors who have no remaining event."""
    people = mart_table(lake, "people_15m")
    if not people.exists():
        return 0
    numbered = numbered_visitors(lake, org_id)
    lately = ds.field("day") >= (now - SETTLED).date()
    stay = _seen_in(lake, people, org_id, lately)
    gone = numbered.filter(pc.invert(pc.is_in(numbered, value_set=stay)))
    return take_numbers(lake, org_id, gone) if len(gone) else 0


def _seen_in(
    lake: Lake, mart: LakeTable, org_id: str, also: ds.Expression | None = None
) -> pa.Array:
    """Return the visitors in a mart of the organisation, in its tail, or in the events `also`."""
    own = ds.field("org_id") == org_id
    seen = dataset_of(mart).to_table(columns=["visitor"], filter=own)
    since = ds.field("pos") > min(mart.positions().values(), default=-1)
    if also is not None:
        since = since | also
    tail = dataset_of(lake.events).to_table(["visitor_id"], filter=own & since)
    coming = Person(org_id, visitor_ids=frozenset(tail["visitor_id"].drop_null().to_pylist()))
    return pa.array({*seen["visitor"].to_pylist(), *coming.visitors}, pa.int64())


def _drop_visitors(lake: Lake, org_id: str, horizon: Horizon) -> int:
    """Delete visitors who were first seen before the horizon and never since."""
    table, scans = mart_table(lake, "visitors"), mart_table(lake, "visitor_scans")
    if not table.exists() or not scans.exists():
        return 0
    own = ds.field("org_id") == org_id
    handle = table.handle()
    everybody = dataset_of(table, handle).to_table(filter=own).select(table.schema.names)
    stay = _seen_in(lake, scans, org_id)
    edge = pa.scalar(horizon.before, table.schema.field("first_seen_at").type)
    stays = pc.or_(
        pc.greater_equal(everybody["first_seen_at"], edge),
        pc.is_in(everybody["visitor"], value_set=stay),
    )
    kept = everybody.filter(stays)
    if kept.num_rows < everybody.num_rows:
        table.replace(kept, f"org_id = {literal(org_id)}", handle=handle)
    return int(everybody.num_rows - kept.num_rows)


def _knows_persons(table: LakeTable) -> bool:
    """Return whether rows contain persons, or free text, which may contain a name."""
    return bool({"visitor", "customer_key", "path"} & {*table.schema.names})


def _months_before(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(years, month + 1, min(day.day, calendar.monthrange(years, month + 1)[1]))


def _dropped(lake: Lake) -> LakeTable:
    return lake.table("dropped", _DROPPED, [])


@stamina.retry(on=LakeConflictError, attempts=8, timeout=None, wait_initial=0.05, wait_max=2.0)
def _retried(work: Callable[[], Result]) -> Result:
    return work()
