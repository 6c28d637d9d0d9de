"""Events older than an organisation wants to keep them are dropped; what they added up to stays.

Whoever acted is gone with them: every mart that knows visitors or customers loses its old rows too. What
counts and names nobody stays, and nothing rebuilds it (`warehouse.forgotten`). Positions of dropped
events are kept, so that checks still see that nothing else is missing.
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

from warehouse.builds.tables import mart_table
from warehouse.date_ranges import local_midnight, zone_of
from warehouse.erasure import Person
from warehouse.forgotten import Horizon, before_sql, literal, note_forgotten, time_column
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import marts
from warehouse.serving.places import drop_copies
from warehouse.text_files import mend_texts

Result = TypeVar("Result")
SETTLED = timedelta(days=7)
"""An event that arrived more recently is kept, however long ago it happened: checks look at these days."""

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
        """The local midnight so many months ago."""
        zone = zone_of(self.zone)
        first = _months_before(now.astimezone(zone).date(), self.months)
        return Horizon(local_midnight(first, zone), first)


@dataclass
class Dropped:
    """What was dropped of one organisation."""

    org_id: str
    before: datetime
    events: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    """Rows by mart."""


def apply_retention(lake: Lake, rules: Iterable[Rule], now: datetime) -> list[Dropped]:
    """Drop what is older than the rules say; run it again after a crash. Nothing old: nothing written.

    Raises:
        LakeConflictError: builds kept coming between; start again.
    """
    known = list(rules)
    if not known or not lake.events.exists():
        return []
    mend_texts(lake)
    horizons = {rule.org_id: rule.horizon(now) for rule in known}
    note_forgotten(lake, horizons)
    done = []
    for org_id, horizon in sorted(horizons.items()):
        dropped = Dropped(org_id, horizon.before)
        dropped.events = _drop_events(lake, org_id, horizon, now)
        dropped.rows = _drop_rows(lake, org_id, horizon)
        done.append(dropped)
    if any(dropped.events or dropped.rows for dropped in done):
        drop_copies(lake)
    return done


def dropped_positions(lake: Lake) -> list[str]:
    """The Parquet files that hold the positions of events that were dropped."""
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
    events = lake.events.handle().to_pyarrow_dataset()
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
    """Keep these positions, those that a run before this one kept already only once."""
    table = _dropped(lake).ensure()
    kept = table.handle().to_pyarrow_dataset()
    known = kept.to_table(columns=["pos"], filter=ds.field("pos") >= pc.min(found["pos"]))
    new = found.filter(pc.invert(pc.is_in(found["pos"], value_set=known["pos"].combine_chunks())))
    if new.num_rows:
        table.append(new.select(_DROPPED.names).cast(_DROPPED).sort_by("pos"), {})


def _drop_rows(lake: Lake, org_id: str, horizon: Horizon) -> dict[str, int]:
    """Drop old rows of every mart that knows persons; visitors go when nothing else knows them."""
    rows: dict[str, int] = {}
    for name in marts():
        table = mart_table(lake, name)
        if name == "visitors" or not table.exists() or not _knows_persons(table):
            continue
        column = time_column(table.schema)
        edge = pa.scalar(horizon.edge_of(column), table.schema.field(column).type)
        old = (ds.field("org_id") == org_id) & (ds.field(column) < edge)
        count = table.handle().to_pyarrow_dataset().count_rows(filter=old)
        if count:
            _retried(partial(table.delete, before_sql(column, org_id, horizon)))
            rows[name] = count
    gone = _retried(partial(_drop_visitors, lake, org_id, horizon))
    return rows | ({"visitors": gone} if gone else {})


def _drop_visitors(lake: Lake, org_id: str, horizon: Horizon) -> int:
    """Drop visitors who first came before the horizon and never since."""
    table, scans = mart_table(lake, "visitors"), mart_table(lake, "visitor_scans")
    if not table.exists() or not scans.exists():
        return 0
    own = ds.field("org_id") == org_id
    handle = table.handle()
    everybody = handle.to_pyarrow_dataset().to_table(filter=own).select(table.schema.names)
    seen = scans.handle().to_pyarrow_dataset().to_table(columns=["visitor"], filter=own)
    since = ds.field("pos") > min(scans.positions().values(), default=-1)
    tail = lake.events.handle().to_pyarrow_dataset().to_table(["visitor_id"], filter=own & since)
    coming = Person(org_id, visitor_ids=frozenset(tail["visitor_id"].drop_null().to_pylist()))
    stay = pa.array({*seen["visitor"].to_pylist(), *coming.visitors}, pa.int64())
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
    """Whether rows know who acted, or repeat what somebody wrote, which may be a name."""
    return bool({"visitor", "customer_key", "path"} & {*table.schema.names})


def _months_before(day: date, months: int) -> date:
    years, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(years, month + 1, min(day.day, calendar.monthrange(years, month + 1)[1]))


def _dropped(lake: Lake) -> LakeTable:
    return lake.table("dropped", _DROPPED, [])


@stamina.retry(on=LakeConflictError, attempts=8, wait_initial=0.05, wait_max=2.0)
def _retried(work: Callable[[], Result]) -> Result:
    return work()
